const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `31/Jan/2024:12:00:00 +0000` */
export function localTime(date: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${two(date.getDate())}/${MONTHS[date.getMonth()]}/${date.getFullYear()}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const offset = -date.getTimezoneOffset();
  const away = Math.abs(offset);
  return `${day}:${time} ${offset < 0 ? '-' : '+'}${two(Math.floor(away / 60))}${two(away % 60)}`;
}

/** Milliseconds in the form of variables: seconds with three digits, or a hyphen for no value. */
export function secondsText(milliseconds: number | undefined): string {
  return milliseconds === undefined ? '-' : (milliseconds / 1000).toFixed(3);
}

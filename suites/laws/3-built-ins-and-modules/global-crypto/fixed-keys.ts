/**
 * Keys that laws of the global crypto share: generating them is dear, and one that stays the same shows the same fault again. They
 * were made for this suite and protect nothing.
 */
import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { type Format, written } from './node-keys.js';

/** Private keys as JWKs. Coordinates of `-other` and `-zeros` begin with zeros, and `d` of the latter. */
export const JWKS = {
  'RSA-2048': {
    kty: 'RSA',
    n: '0A7S96k8ceA2Hk_alOalrmnS0AAsSF1c0VMvo9mCl-Z6Nu4MVhdQTMbADIUQnxp6lAO5oR-LjQDYGdrgNsonI7nLrbgR0iqvJgU6WPzk3kra4xPdBHxPJk5Qf_O426IX47vld-ptJxBhNxjSEBYjlwDcQ_Bsnu8wQ9GkbXtsczCyTuCvAQZ9s9PgQIID7iXRnnJztaBPKmTydLkpOLfIyFEf6Onb9Q_5stce3Y-E-eonDFFTV8XT9U2OwFKQgsMGZEuc8-TMzJlhqxZCY-In7yUd0s-ApoFUR8qFmfvj6oUai8njXGJrXmLIkyuwdU5XlLOIP0PRu29WURUH30k8uw',
    e: 'AQAB',
    d: 'UHFa2kzBxRm2cvPXBHlFF_Fsg-V9OaF3cKukIMrJdmezWyeg92xeLMEvoeeU7J81Q6NJE2X589OeuihpRmXUyjhc6tbfdQ3x2FZvH9bvuo7goKmea8yQYbQn5cDa-Xhrmi6c40dtWow3ujDLj1KwAgNgJph_tteuJpqY44ez_7jh9h6YhycMFwcRtcBvcejksVIHonfUiA22ZNDGeCPf0Zg_LnHOIzLLLyfYiAaw0Yn-315C6V5aIy_qHYAOQSmIxZk_wpnlc55DRyT3G3ezVnsr0VMlujVyyrSU8FfMuh7bsRTtUc82h4lvhHwXNfXQMJREWFBDiSofAxdjt5972Q',
    p: '_oZydGZhDxOgJ1OdkO7Upip5arjeNedsBLVdpVIZqeAGFf0m_jOGPEl09OTqmoEUc3H11Y8pk4-U61vllT7-w2zh6KcavlLBzGSJuwJ0fy9FsDrpq5lHTXcg-UJ4cabypLscXqGDpFuo132Bi9c3chb6RR2fVE0Gskst4wWu7Ac',
    q: '0UNzAEgwlqSdjdFR33MYFOk7Jk0c38lrsb2MHi9GZZK66VyxVOaTi8lFUByEiY_KaZCBb3YYsfrfEShAIGveGxF_p40t36ndVTAoga2YynYdnoHQHs9iaIefuLmgWa8kmiA-KLwTw6OGrbVgeZp-FkZIrNVRfDbvxtX69TbXZK0',
    dp: 'QnQp9_gvCTevjfUH46pnvQbD8rhX1C0bB9OuopZf-vlxvVX-U0pyltT7A2GtWy-ufkHX1K1vRoardBPnSmNLMwz_orXWhrCmxs3NJBWNAxP9lviav-HiOviKlGnldo8HNTlhO9fhvgzsdW7gXvmPEWusZlVIn0MJJ433ahm2xQs',
    dq: 'Nc5k_HaTX7iV9kgTCCRc1cuedNuxB-2PblUxePVo4WcX_jbiNdVPrMqkstOSVJiPUBNi5Jj2ApVh09SIoI17v3QBYcCQQgk4KtZGJAnR1oUGWqJANBvYzs3IiMPZ8hVxkNunf-vUHSKn13RiiQHrV6jcuOvkls69Wl_ctj5SpcU',
    qi: '5kXH-6jxz0l5lFLA4QZyTfc9gKlVk4dkFMQWHTNLGa9864f6ylrqQv3iWA2kouGJPkjYIPi-mL1KMueVNunlRmHNb8ne1vZnSHiLTY_JYLfVndQHm14wFcaLSWanv6V_ZAFcT_qidl1vdoOl4hc3dv8YVcFvthl8W8fPoYUM85o',
  },
  'RSA-2048-other': {
    kty: 'RSA',
    n: 'wP_6JCmfnbUZMMB-y4WslzaPhsxdB8LbYJDyH8VY1N9xhdAIzfvlAoCqdZN7dD4kxTkW3ho9wPG7ly4OZINiEmoP2glGbRVsQmMVKTarktwFomRjFcsAc3vlA_LqTJ7id7zFZEwJMJ7Qo4gZUuWAoYeJEcncKEDUDuZLsno4gLkkhAMjVPMt8RVGWZ_gKt8P5OgNDWjAUosmGqr1q-sDiMpF6CK40MIioJGv7MwVwSkNOWn1nhbRKO0cIFPW46lqvUN7CuvLKa1BbIpKTqU_e3DfuCsaARtG_hTOyJ5nvyzG2kxr6HI8imXkxEBeV8-rXesvrFZM9VPgoZn2vYIQTQ',
    e: 'AQAB',
    d: 'FpwGNEVSBxonlNAAKpyCzwYbw0lenqGjrIjebH1kfi-c73WjCmp3dhcXoQWBgWkkSpx5AtTlJhzLgpbpJbpEe27EY6ERiIbpc0-DM5xNdjtjR5ZmCzAIYf8CIbfL3eUBF9Db-Pd1XiZEv9uaR91N995WXuica3TIwuQUuxhZVS7nLeaE18GGq6A9oHJwtUl2a_anmrq9epy-SbuyKna8Qax1P29tB-aG6fF0DC081QzKdbxiffcYzcKwjw_OvtvTYIOoOUHzxqaELdw13mEMwtsIwMz7Vw3CbT5N62J6am3O_XviJZkEeNnkF0jQUoHBML6OdWbgajXm27IIOZGWaw',
    p: '5dBJAhe5WvOtx04onqMJUsZicOxaGsCG9kw7qzDX-uSMw_N0TmKEKqCoPgouHlA-L17Wxb1NUIqQU_Pd9KOXbYigoiFckl5_loATOZ1ntm29tCmr_ryF-ugUiOmf8hPLKwUIOR4wMhK_NdSBZgkCWmfurMuu8N2WQrrQA8vxKIs',
    q: '1v3T8mGkYMOntXCHo7R6IqNYj0MbWAzQyj2jXHs2BWkDiphyDBbLhWFIBqVe9mGTNFTA096qszkhM68B5weVNQ_9XmzhMonH21w4yYyuYlPQF7Smrm5pAAca7RpAARntLGuem1dmABGBeSE7X6F58v87LMSABQt55Hij1tkH7Yc',
    dp: 'AbqQYgilp05_9yjaW18kmc_OO8U7ZEogecfXBxGl_kgr2umA7XoGPn_Y5CaVdDrsTNTszq3-3-U68ra567YzVGqbsryHgr5dPVeXTW6mshOfQrSxi4gFhf6q8OC5CEwn0hoGls9oU2gash_4HTliICX6AKjDlyJDmBrpp62oEcM',
    dq: 'GlUOj6Jr-rocIXn98wwY5YMyRqHGiJtRO2QfTSV-MV1yZJhVZ6unE9gddUrt_aln2UIEOC8Oo1L9ARKPXhesq8ogk18smf8MLo72GaGUflCbrTugKr81Nx6nqqDLdBcT2Jv52jbzNFDwlcB_QDBL-npOaiZLM9L7BAPOtXLxqKM',
    qi: 'Uq6fZvvnCtWcseNYy9Krmor5m4YivvgTkd8ViU4c4ihtILmZCGleICb0b0ipieHpb0xCF6QnBh7yS86LZKvarw4Ouxxfloq3NSReZPT_sgD_Yb7yGvG7Qv-xn_qAUwBPScAaT2xWMifxJaLFxrxszJp65_RVnENcqezqvEos5Gg',
  },
  'RSA-3072-exponent-3': {
    kty: 'RSA',
    n: 't62W24202Ayid13SOifEyWm-NZkyflsquC8jOiM3vuRqdyQXPyr9CAU0RXPjQE62PlconX-psb6656Ax1l1VMXR4qE0ytNUURY3b_prRBsr2Rn9mII43yBeC5_gPXotcnju3G12LpDwPALaIrSJ3s2xfNwiFOYpdTj3_ltgWfFaF43CnDi1mzvj6Mb1yrBsrtlYGvqGJ3UXSXnl4Jo-0JKVBg81-oG4_mwMj2Elq0kXIqe875QnwHPsKFK6WeI0su65r4IxU-xox6601fevGll9N2tPN0yU-r31PDpnawMCKjf0fl8rM21D64G-F8a9zfJ5SGx3MJ_1thty2yX8QnNDrCzzIvWXe5vB0JK58XUAixc9mUXvILDlAchMDcEuvPExy3e2y2PGwmb8RMBSdGtkA1HjnAIXqTCOWVJ5EvVgFtIOOn1xd98Ud-PNIFcp6UiG2ZwrGENjq3xPlBs2YdCOJvfuGgUCi3maS1F93Hx7J52rPGtlD7iLqapZPsOlZ',
    e: 'Aw',
    d: 'enO557PN5V3BpOk20W_YhkZ-zmYhqZIcesoXfBd6f0LxpMK6KhyosAN4Lk1CKt8kKY9waP_Gdn8nRRV2jujjdk2lxYjMeI4Ng7Pn_xHgrzH5hFTuwF7P2rpXRVAKPweTFCfPZ5OybX1fVc8FyMGlIkg_egWuJlw-NClVDzq5qDmul6BvXsjvNKX8ISj3HWdyeY6vKcEGk4PhlFD6xF_NbcOBAoj_FZ7VEgIX5YZHNtkwcUon7gagE1IGuHRkUF4csPADSSgx1p5MV00exkQGcokYHsjAo-quLeE5rVka7uGhfk1KfrQXIpoQIy_OigptNaYFQDbOh2DUJLiUcge4zhvTZ67KSNZAxaHBOHwNYPt00Yr5RDj1cbQLjL9oAX1jD7J_ArHMIu8jtMs8GMapgqYGjZ_AuGpFacMU2VZoyS-uPlciVqhrU0T27pn5spbkRAEfYNDtfuzX72qY2o9UucmBhszuiPAnTwanAwHDEEIWa_JkGJzn8Jurs5xOH7HD',
    p: '5GliGpFsvXcscOIlqttYqctAlEGqYG0X9n2kJoMFAjiLND1U_C6yMDFlVANBG4A9hxloCwPTsMaXXE6ITrCejCZshbiTgzyczXCGm_JhvY3_yd7mCC75kc4xmgzC0tdvOl99GEF8g6KGaJC_zBXF2E-T4QjrIHc7APFLqiri3_vA-kxARh-ynk22eHST3Nzy8uP26IzGh252rSPV_BfhEOzHZsQRqV5jJPOt3i7OQivMAGYCXsGcYfHKHiZjtcxr',
    q: 'zd0E2D6de7WS99dhqapkQMZpGGUCfNghdC3UZBEtWDWNHEva3Y339zh9V6SPBx-SJQviL8fCrCWX83lPz8Lc24DBaf4FzOfg8Q1LtAIGjjjzwaAKYvdeb9z9hOckmzgramE3QaGEIOh0of13PtTY_pBjHwBay29HLI2rZHHEr5S_XLSa10AKXI_1Gpe9rQsw-TwQbUSbSwcwStApwt64TIiADQQPCnoEwujqca4ERI_cRRk2lyxLo0eevwV2y5JL',
    dp: 'mEZBZwud06TIS0FuceeQcTIrDYEcQEi6pFPCxFdYrCWyItON_XR2ysuY4qzWElV-WhDwB1fiddm6PYmwNHW_CBmdrnsNAihoiPWvEqGWfl6qhpSZWsn7tol2ZrMsjI-ffD-outZTAmxZmwsqiA6D5YpilgXyFaTSAKDdHByXP_0rUYgq2Wp3FDPO-vhikz33TJf58F3Zr575yMKOqA_rYJ3aRIK2cOmXbffJPsne1sfdVZlW6dZoQUvcFBmXzohH',
    dq: 'iT4DOtRo_SO3T-TrxnGYKy7wuu4BqJAWTXPi7WDI5XkIvYfnPl6lT3r-Om20r2phbgfsH9qByBkP96Y1NSyTPQCA8VQD3e_rS14yeAFZtCX31mqxl0-USpNTre9tvNAc8ZYk1muta0WjFqj6KeM7VGBCFKrnMkovcwkc7aEtymMqPc28j4AG6F_4vGUpHgd1-31gSNhnh1ogMeAb1z8liFsACK1fXFFYgfCcS8lYLbU9g2YkZMgybNpp1K5PMmGH',
    qi: 'nv6Y-YZI-2uqVFZOi8lNdylYDKynejBAARN6icGj8qxua5cEUssUZqbOhpSrxq5cC79JsdkM-5w7fjOKQtvUjQc0rU3cJE45cBFMJCK9r6p617b4kDIqNKQj2m6wpN6pH0352ItH9vbKMdJrpTuqLoCAG7nBEKYp0aGQC81QkaK9sjWA1z4tAOyf_yVgHBjoZlJ6PQB2d1rA-Isv_nn32CdkhskG0bSzA4hGyFScrXYDntgKZ8yLYxXzPc-K2Q5Z',
  },
  'RSA-8192': {
    kty: 'RSA',
    n: 'mxfTTycj-9pCOznF3H7cEWNSVF6MWSNYNPkF6Gf0j06Q8baSUWaZwJ5HO_L6WWj2xcJSb6ohCkEPiES0C0ttsB6sXTlF7IMC3FtL2wIPis2KVBKQa4TbkmgqZKFyxJ0XIkPyc18Vb4oG7Jbt5egPbmYkQ4r_yUbTKCxOOIYeEfm7u4IFkpB2SayRw0d0H9CbOu0Z4zzZLmDfFTH7KnOw2dbkw5PbtCaaP0WuC__xx2Fx_bixxBqQ90Auh1bEERLd3Vt5j1SBp-I9JAfSD1yug5FQBS7r2IrkOacTADJZWN_oCS7dMvvyvGjFg9QbFw7C0IYOvBAbhoaktCySH88hTQrZwWxuWAdOqkE7CNVn6AaX2-Olcw1paf5Kd9i1AJI6VcoY6OhvZQPBlQy4e47n8tnKS4KIBrU5g4PwmYiUkN8rhIoHmurVWHKsi-6-qchM39M3bJS1aYeeHMNeRKdMbNWdTcGn9Bn1dRw6UWmiVZYR_a9IeJpFcVO8nucHRZKdAftF2uVQyeLiSqdxhCdez2EpdFP1ky3KOeOxuXQ8QRfx0Pp3ioRdMbtF9TCoRBtiw-PKiOFtKJdbeiFImckYf-EdFWX0jiavOCoV5w3Ud0ifIUc7zn27I1CC8ucI21Vnzl2dRFsdOuZDC3MJw1Fkh4Fpjh7dUfDCY13nEYakmVJDEuW3IhQOlCgCl_y3eJtDuk0sQQqafZhu5451_NiIlF2dN2_-7s0-APwa9x3DXahorz1CDjX3ToS1eUMHX830TV1MtWAIRDcoquqEklWkxH4xMON1bJsel4bfDKH2qIRfaPAeXBgs5P6TfG2FFL9hiPupf8zJIpNX6G-5xd1U99A8oTtniBPXsr0c6QvULL5wTK91KpIbsimQmotsGaN04a4CH3Q3I6_4RHS0bLlJQEDlD-hfXhPWHd4U-UtEqc1Gf1wtMXfQ9GIxgkaN6_7UYWjo5GWQIlPCqNS2E6og4YNfloxVi6DDsE6_hP7A6nmlUHRk5Q7GGZZIB7Lnm_UuK8b7ldABomwRNjfohsRKM9Tuqvl0bk7RbTCSfuLbhPuswni_xIpEDml01a4A2-XcLBw14E_dAIAp3ncaejeLWapO1VU5P780sJkPrQfy_wZ4d859h-l07M0j_gdyG3enK229LQ2g5lh9K0Ngwytk9t8oRxxZ-sBiPCD5HZgQFRu1wYD9NwdqYP7-8vywooTUPlzY60wFjeKkpmr0yP39bUVf-ypYJihjmiyMUJQEU7CTtYit1Pl_6bRmjv231aUDd7eVHdtmxbYX2fXlYDToDOcXV-wDERAOrStnjIDV6D9EkLIHD0e9IJDoELAzHMRgLNmM11UW-Qg4BkR7WAqzhw',
    e: 'AQAB',
    d: 'kpvzJN_bJDkuYs46PDWv0sARE7BM-_Zta6X777ZVeSLL4bK0nj5fGbaFoCYQgnS20jrfsq8gjJD0HdzUVdj314Unavi5INq32ZZ0HpPUHWIvYUorO3hcGApgCMCVvUbCl6Gjj2xS1x2jbgM-4BZ-f94Oacr8AUjyUweO6d_ejR-GV7qRifsF1p9LK05gd7K7CvkXf7gFldH9EAwvYfH7O_HoTvl2ttXG-gjkfnN0GwYCu9XcNYTnhNMnKMjcj0dGc_oE73jzF8DGC0lZSSxTzAuRmVTBnfGtzNIjJAx0aY8_yW6Dq65_x5tDG1tmQGWzw2r2gtC3NHQTPj7j4y3qTOn07uORa6V8t3TyWWdi0fNpmnOX8yq6e3fm7WPttpyEiJSC96jBpLvoQv3DZwmwOeGnWboK3Ex0Ed6nknuJ9WkBukjA57EV_IZqld0aX2T5RpxjyEDLPPb2gDou4rdDh55nFRn7qsTfQ9VrS4qP6lfyqd0IpPkwq_B8XboHJb1yrmzZnBMqS64uPGQM6uBMv70Zct3rRzYB9LdJSgaW7vGzpdkfJ9H4RwrBFwboCXnZ41NyIfL3PWfXEZxlBPsULc6fr5qxk6799BnUmpZ4QkpkIxEzd_9i5_8zymqb9LrHZk0YXYXEG-mPd0NH91r5rR6oqbCDhvIQz930kJy2_DdN0kbwwawQ901kcv8RushXnsktrKh9H1uwy6rHLJPF_K3iq6a3Dp1kxCkmzpEZ5Wipbj3wVUtfO0ygMqhZxB2EMPBSWbcDgWnQ5InYxjHQynt-pE5nWARNBcZ3SiLtvm0Nsd4LEwdK_o44nUohpjDeI7DOqccaHua_L-vefExdluaMVv563OItIIvRmuEUS5C2lgn5Co7oH7yPFUFhFAJe0JYO26A0WPZWgISAFgkdGa3ISk1rq9xd_u7R5EXpbeGUcoQ3G55M1ERsCgnypdlA1g0nK-GaPs4z20qvJfSkfagLXlgrghnbIf5_FDdFy7xsbRVKZS9WEBqF_btH9x2hEX32W7NFkb0IdL96KjmeDs0MGjo9yd9IRmQJpTn4F5JbbPYu_8w0U5rlG9leLZYyGE8MJtlc9ffJj_Gr12loHQ4o6ltRxww8XRYztdrNSMNk7WRtOoBMnB1i2nEnwRZx4M7sZmvtFH5BMx_EIeTiDIiZakVc7qQdK2ookSlWRd5wo9VYx8v3vf9VRWKnoqaFfqoMoAbSHwMmmHj7i2Jbo_RgtjZ7cjhrfOGhqtDxQ8anNRgk98MY-tHlNX4suU_BH3QNTB52drSWHcGvIxNAIwswLHVYe3MzqTEhuvgwpUwZCfjHE5-GOsKdB7sWHpcwEb8sjZjC2POrMmvK_cOB',
    p: '00WYY-avIGk6W2vwEt2Ue76mVfgMpTAuCB1aM1UJLG2OKy5e2ZViBOMrZ70t6RNxxbRri-bNqDv_HZgIu6sNxXkYMQofhySesph3vhFPoUaAOqDDv-JX1brj2r6qZrLXt6I1r0u2Y3pEbf_yj3GstQKR5G6YREkE9pEN22vKddrwdUcnzFbc5-Gx1Q67Kujs_1OyaPwCrNoI7DnxRlQLj_LRru8XgTfpesU_JMKRMxOO6lxrqHzM8tFW8fvcYEKUF9hbG9hqedsqB-jXVjTKJYkBY0BieewQhwxATlbd7KT-cxYw_2vCIAsAaiFatrUlBmitl1cOxxx4VtmXv68ThUTZzEL7y1_jC_xRiWqcnELntJhNLhcIyAuImRaut59UqyILFJFnj0YB03ZQxkA-NqKmWKSwlPrBLCI9LyM-xPF5zQBhay49UfPNlLRA7I1rCZmLY-y9IqshuDnoqCSO1H4NOPV_LdvFDQeuJkU3o5ed9Q-cojkWq5AnNTFb1RqA0cKA5zFcJCiVkj08S3ycKI4KI_BpvbHjtSfXQ1YizEFZndIuZQVVS2lM_sNq-DShywGwoPUWuzdu6T0ymN-QdorPebZnxTHmN37qBkrXvnSUkF4874PzhahGnRsdDDkyjyzimRh5C-8SSSYkjR0P0ks4Jo_7xZqNiGenA28KRyc',
    q: 'u-17EI1CNW0u3FPWJOU7mQLrz3N6nKzIv3yaQ-GdskxqBtKMgbDfHCa_3IRIzzi_kSqGNpp3bkBbbhj-ec2lcBd9sIUhcQXBYJdc1gqAGbjqnqFCkfF8yNH6TTpJ2AUqwQl05IwTHgVVbC63hqCdw3LH-ZXgI6KLWMjsYzXuARUwB6BhBSD2XdJlQViE1HPMJKWuLOPy7RCSKupRuYSnSZ1zu3JIi6Kbc3wwRPn8gN-xC6jRpfts7gdzO4GQ84ctiUeyFfoFgPBru0Iz_d2A8_BppjLJJONRkaexc_dcSwltFbsvZRceyGxXMEl_s3O8Dt24Su7RvBT7eHweCqBL37cx6ant_eibbLCcZH3K0ZvbIdgzUOcFbseOQU16Xb3wlKu6P1cfUTafdk2mxjc1ANlSze-Q_A7qoSQuCS--VKlJm0BOiBuyiGKJS5VHioc5ZJ31gJ5sSrvxPk_wPAE7H-_A_aZEDgPJCMthbg4t678UFaa15yUYvTgcU89VuGdYjLbG-d5gbugNT90wmxOaOUmD2bLeoq2gf8boxHjQt34aSNwxseb1FmJGCcwoZwLLKxmqMMaYpkqwdvEeSQvH4RgPEAgQcmpgv8A8vmcSs_L8f1cmEHDEAo3_dNbWHrgOCamOCWq_Pxnrvt-aVcKxDj27lp9kny4fKixFrWyk7KE',
    dp: 'zW1iW-E2b6Fh6PrvGKjzc89RFU53nTdXyvQffMI2hUiRcFNKTu79vBrXXauJNJR_j-l6mTH2zppn2XK3KyOL5HN2nlhlh5aH6MhvxhQ3BW3zyQ4AyFdhaKSsYUn7jphfQGMtKCHKWrfMSdkRFYFGmUrCaQdQbzVA6i7o9m29ExOrs51YiUv8yEugCrakL3kE2M-dLo-8Wi43dtpwTB30kCde02YPyMmA8KtSVoAJh0yBLkhnNhEDhyceD3UCN2cFcJojHNQ10_7Sw5YXq-7wj8bD3qoAFuT-vRGghYvZhfx4nZb6VaGFxHpuEMQV3IoOUkj-YaV47Qo1yN0SvIOTy4XC8OZAxuOZdVIGRkOvvBEiE2vzv9kN5NWyIIj5ofn-7dfQRlOMCrfblq34pIxa8ez9KjwYpwObSTqRm3_9zKmv8TFpiDoRzdnuD6Wla12mslLmQmczEL6truA_5R6G8v8OBFBRNVn4JE9Pek7bZupJ4LspZmN0M6WbOhGgZXm7wDoL9MD-AvqjVOrN8ehcPuK94WwmpRiPfNocaZEbjNgON3LjQb8JzKW7BA0nuegTWb1u7VLio2-nHIsw44yef2VBj-tYw1ldrKBvFWc4mCvrOOUpAwueglu5LZHrkLMdAjJ2sr4lFQGFGjNIXx3fAG-7TWO7P8yjyfpfXutdZwk',
    dq: 'fltJ8LIZ_1Q_OtN_2-TpspL9PMoXefrPK7k6_ENZxcWNULMG2Di1evcu77VeQz6Tx6aBAXvQq6fIEfnqOLml7_1LfIG3H4hQIoMDX8NFqIXl8uzYlsp5LYnJs11qwz2OJqcWGol4XSoW6ptquLGMAhtODCnSwAMNkI_gKUDcm4vEdIxIT6t_G0xY2pwLC9IkQ8vGldZawzzuGr7cXlGsLVoZs8I-tuyJexfYWLiBJ6HAJ-fFtsWb01vdBfizHpsYagJz4kTuqGh-9zSnQp1JlDtkvePNzOivMrE_Jor-WlGnMAJg9qaaAwadhREWNPGvU4uO24tCKCUvhC5oAJsRCQXjIIoqRBu_TVBeh07xLQiPSW1V66K5y2eP5aaTjS4l8cCZhPcuTmvcwi2p4gLCt6RoAaF_qYraBakO7wxT_BarMCEH7Io6-2rNh62CockUNOvkYyuiAonlxhD3pVDqkSmiaKn_fjDbXfdpthcAl08t0PT7v8P4o1lz6oIwz8FlD4_hr6XuzwNl1_oQMWT3wGcGqTyUZ2s4zFFQtrHJHGdEgxLSsxxoVDmVgAbub3y4YG1sOkl93-m-RusOguzR4y5LCmtxq4yNKsC11wv0zlulnHVbWZiIonMZfVTqOVNl1OdVYk2M83-ZPAiae-lhJQMq-zaG8GSRfciwvM-dAKE',
    qi: 'YV94uOE1sviKYHi6XebR_2r0TAAAWFRp635UQoJchVAYX4YVkvis2DU_zWWP0QzW2tb1ZIrbtiMYLrwgRzPWh37Q6nedMpeNdz_bQm7AHlr5xK6gFLNbsNo9bTnofi6FV_y--SLCV5_Gc5j8vESPSRTDYi7S5Pjc1D8kc_XhukOPHdeyEt5mlV6cSY2jkN0p-9tnSQ8LjWC1_tXV3nYJk2AybDfy7WlRUwSNwLHMwRB56s-qbEom5HwLjkrSjQsBHNIe5Kk67d4ppnCgTLiBjQ66PBgF-Bdqiy8IATyovrbvy-blOlC-6TqwzTVfbCxQlRp-JfVPWdco5ucwoquAi8Srmtc0mDeW5FRYih7382lgF5ic8pTb0SThhMo_VLBmPiLcQc05PWsHLEvvcBL-RIOBKeJcp9d5Swa8sGPDG553ZSVel8ygFPjuEbbCFnCqQlWLSbOwpHlYUxQS2ocFEPbC_fx2pRnRfCxuIlPHBiTcg2L4S9zed57HAAFyu4qrdo4u2b-TeFEtEdDd6ts_Z4Q1tDW7Y1eUB-RiF9t63vPH-hJS_8xVyNyyjOnUTULAhXXl996CN2Muz0KILBAgXbAr5N114p77BM9-FT1oGOvBEDH8hvkt5zX_NxYjeaYcle5E51cyhyH4NBZhz4_ebAuz20KlCH0fbskyk9ISPxs',
  },
  'P-256': {
    kty: 'EC',
    crv: 'P-256',
    x: 'XtyMbfoRS4XbphIaXmxYP9GxY58NLksdeEkLLzCYm9k',
    y: 'ty773Nk_4iDdrN8ihZy12uHwSs8OqL5QdYkK-YWuixI',
    d: 'xXks7xle2acAnZZh9mv7FghREK0KIRIO3iONTqHX8ag',
  },
  'P-256-other': {
    kty: 'EC',
    crv: 'P-256',
    x: 'dWZbjlJBBOHC_IWBy7D4JBUmylx-Mqm5sW6df8KxVTI',
    y: 'AL7DIaJgg8ckVtYZkvA4tmDjc6Q8wxa1WPnQQNx16Go',
    d: '41isMErxC8l5hvzGk3wCFdWWf_1E_t2izCiNdkZgmWA',
  },
  'P-384': {
    kty: 'EC',
    crv: 'P-384',
    x: 'YYDiw6SS8datcuNQ8MJ8q7TZZvV92ozWo2RmFlWpqV1we-KXEwQhvWfl7fhgduY0',
    y: '5slbP6kLG5maq0DKkUfD_oX23ryoI5TuDpqUTt1l2VELCQ3Dx-IcP3w_i0FR4jic',
    d: '8F0u0WdibhigeZ7Hkfo6yXUvUYaUiOQvRjC4DhEXfsaofZG3_r39QbpJFpY13MTS',
  },
  'P-384-other': {
    kty: 'EC',
    crv: 'P-384',
    x: 'kjjr35AtZk1yvnWtEgm5-XS8NWGP9_uMAFFuybk2GD9i24RIQJZJIzLYPPTYCv6U',
    y: 'AJ4zBaIygF_D9F9fjGz-4e8GasD6S4sH_uHbH5jl1errsbutu6byPCpQ6fxJ-3hn',
    d: '62sjcZr6_0UHyA7gves-_0CfrK-79i8q4-aj2RLCwzVfsOkF4psCMRzl7QPsZydu',
  },
  'P-521': {
    kty: 'EC',
    crv: 'P-521',
    x: 'AMYqT-alcqw3cCze1yEbs4uDJLIBRtww9N0mlPb0cXEh5wCBfD_iunQhpZNwZwWTLNJSKxn5eUFM43_LbIbDHMgv',
    y: 'APeMyAa8IYVCTDiU4uT5CL7_5SZi6gaXkUC3HNgSxgX2ji84pKyBJhwaxftP_7ih9OJWjkakEyVDUNBwmFVcO3SP',
    d: 'ANC4PEtcXm7cpjAPL0il9SLjj0R8tuJwSZfu69XfYFxohZtbqDkgaoyKilg76LDPpWStdNkKimx1r4fBbFHG2u-2',
  },
  'P-521-other': {
    kty: 'EC',
    crv: 'P-521',
    x: 'AQzWxKUXbfenj0clkH5lVE2ciS77bFg5PDMJ1SrukQKf4N0btftcEegZ8hDY8kZHRz8eF6qUpeR6_0OPjkzq6FHL',
    y: 'AABTcTmhuUrln_Oe1a3TabkLfpp8gZkVaeHHrulJ13Bd7K0ujIdb8l87ozeoMkOiVHVF3sLiRbLIKEGfjhlJU-oY',
    d: 'AOdg21M9mVEevUci72KnpSFaBR3jT2lhHpB3MspBgacSbHroa4DIRM2oxQ2QR1DqN3c6PpwUY8ctp33sa4Q9s9lt',
  },
  Ed25519: {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'Kogr37EYAM-hrp1dJf3dCnLrKHyI0TpcyS_mZZjq_Js',
    x: 'dcx2v9Hz6LqNITE-2K9dRPecaHOdWfeilcnbSVi4-X8',
  },
  'Ed25519-other': {
    kty: 'OKP',
    crv: 'Ed25519',
    d: 'A_qIvaikj0M9QepDSxMVcJWZTT109Bj4gEwNZsHxVVU',
    x: 'SY0AmE_BkeBVZB-q2xGCpKHoBkbBNiHOysaFu813Xo8',
  },
  X25519: {
    kty: 'OKP',
    crv: 'X25519',
    d: 'gAqA9MBE7630Kg85onnU0kunVPxTyAB3oohaHQGl6Xo',
    x: 'GhfbcSLc1zfFaERAdqvSDDHaM-xgzhQOanoBDw4FxV8',
  },
  'X25519-other': {
    kty: 'OKP',
    crv: 'X25519',
    d: '2Bju1N7CIvLcBRtwvK_CsS5FV6urBzpJ_Ifxe0hznWw',
    x: 'X0mvTRjc-7BByiajvZXXT87VWYU9-r1YiNREhX7Cc0U',
  },
  'P-256-zeros': {
    kty: 'EC',
    crv: 'P-256',
    x: 'AEqk0Bxe-r-GJizQ7Hax3ASmuRK5VmvFKZrLHebT8cM',
    y: 'uQQqqCngFy3z0yG7ikjBcl_WGytW-rLF342O4Y48ZXc',
    d: 'AESNHCex1AT4UU0KSMtq9D-Lm1mb5s_EIw1PKW4tmlo',
  },
  'P-384-zeros': {
    kty: 'EC',
    crv: 'P-384',
    x: 'ABaj9_qecCRVFgmhde-eLzJYBCr1qp68EcNV4TusfUhC4TYFbS7kt4-tAQrgEiKz',
    y: 'cxPWu4mffnEYhKZtx_IUFjBs49xSRk3dbfIl5xYI_mm0XQW-OZqhxxRx29H7vY1i',
    d: 'AJbsk8w8VlLU86oGxJihQTES8S8wqrW5u2Q7zqi5LSwCkTIJ92u4JN8RYGRa0Y2_',
  },
  'P-521-zeros': {
    kty: 'EC',
    crv: 'P-521',
    x: 'AAB1JLZVwriV5wE7np9PA7bIkAy9FaGlcNexekQcX6VRiDUbjO1SiShQXYnl77Wzp4ENepvVPX1r4Ato1Vwq7M_p',
    y: 'AO6NL7TIfga5L5XJDGc-vAlOV1kGWAaYQSYkfIXnSqCm7UrBMHnNPgzTz_XefdZ2f38DAjtD77cStYkiYnJe-P02',
    d: 'AAAa6wKSQQ2t0lRz5lfuMb6q5R3NLewysxeFeitefZHgONs257QM2C3ddhiVH7E_kJ3wVMrlC8SdNxiDLxNbCd7G',
  },
} as const;

export type KeyName = keyof typeof JWKS;

const isKeyName = (name: string): name is KeyName => Object.hasOwn(JWKS, name);

/** The other key of the same curve: that of the other party, or a wrong one. */
export function otherThan(curve: string): KeyName {
  const name = `${curve}-other`;
  if (isKeyName(name)) return name;
  throw new Error(`there is no other key of ${curve}`);
}

const privateHalves = new Map<KeyName, KeyObject>();
const publicHalves = new Map<KeyName, KeyObject>();

/** The private half, for Node's own crypto. Read once: to check a key of RSA takes longer than to sign with it. */
export function privateHalf(name: KeyName): KeyObject {
  const half = privateHalves.get(name) ?? createPrivateKey({ key: JWKS[name], format: 'jwk' });
  privateHalves.set(name, half);
  return half;
}

/** The public half, for Node's own crypto. */
export function publicHalf(name: KeyName): KeyObject {
  const half = publicHalves.get(name) ?? createPublicKey(privateHalf(name));
  publicHalves.set(name, half);
  return half;
}

/** A half of a key in a format, as Node writes it. */
export const halfIn = (format: Format, name: KeyName, half: 'private' | 'public'): Buffer | JsonWebKey =>
  written(format, half === 'private' ? privateHalf(name) : publicHalf(name));

/** A secret key of so many bytes, each of which differs from the next. */
export const secretOf = (size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, (_, i) => (i * 73 + 41) % 256));

/** So many bytes that are no key. */
export const dataOf = (size: number): Buffer => secretOf(size + 3).subarray(3);

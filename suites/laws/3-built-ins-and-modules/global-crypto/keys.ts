/** Keys of this suite, which protect nothing: generating is expensive, and a constant key shows the same fault again. */
import { createHash, createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { call, type SubtleCall } from './calls.js';
import { defined, type SubtleAlgorithm } from './node-subtle.js';

/** Private keys as PKCS #8. Coordinates of `-other` and `-zeros` begin with zeros, and so does `d` of `-zeros`. */
const KEYS = {
  'RSA-2048':
    'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDQDtL3qTxx4DYeT9qU5qWuadLQACxIXVzRUy-j2YKX5no27gxWF1BMxsAMhRCfGnqUA7mhH4uNANgZ2uA2yicjucutuBHSKq8mBTpY_OTeStrjE90EfE8mTlB_87jbohfju-V36m0nEGE3GNIQFiOXANxD8Gye7zBD0aRte2xzMLJO4K8BBn2z0-BAggPuJdGecnO1oE8qZPJ0uSk4t8jIUR_o6dv1D_my1x7dj4T56icMUVNXxdP1TY7AUpCCwwZkS5zz5MzMmWGrFkJj4ifvJR3Sz4CmgVRHyoWZ--PqhRqLyeNcYmteYsiTK7B1TleUs4g_Q9G7b1ZRFQffSTy7AgMBAAECggEAUHFa2kzBxRm2cvPXBHlFF_Fsg-V9OaF3cKukIMrJdmezWyeg92xeLMEvoeeU7J81Q6NJE2X589OeuihpRmXUyjhc6tbfdQ3x2FZvH9bvuo7goKmea8yQYbQn5cDa-Xhrmi6c40dtWow3ujDLj1KwAgNgJph_tteuJpqY44ez_7jh9h6YhycMFwcRtcBvcejksVIHonfUiA22ZNDGeCPf0Zg_LnHOIzLLLyfYiAaw0Yn-315C6V5aIy_qHYAOQSmIxZk_wpnlc55DRyT3G3ezVnsr0VMlujVyyrSU8FfMuh7bsRTtUc82h4lvhHwXNfXQMJREWFBDiSofAxdjt5972QKBgQD-hnJ0ZmEPE6AnU52Q7tSmKnlquN4152wEtV2lUhmp4AYV_Sb-M4Y8SXT05OqagRRzcfXVjymTj5TrW-WVPv7DbOHopxq-UsHMZIm7AnR_L0WwOumrmUdNdyD5QnhxpvKkuxxeoYOkW6jXfYGL1zdyFvpFHZ9UTQaySy3jBa7sBwKBgQDRQ3MASDCWpJ2N0VHfcxgU6TsmTRzfyWuxvYweL0ZlkrrpXLFU5pOLyUVQHISJj8ppkIFvdhix-t8RKEAga94bEX-njS3fqd1VMCiBrZjKdh2egdAez2Joh5-4uaBZrySaID4ovBPDo4attWB5mn4WRkis1VF8Nu_G1fr1NtdkrQKBgEJ0Kff4Lwk3r431B-OqZ70Gw_K4V9QtGwfTrqKWX_r5cb1V_lNKcpbU-wNhrVsvrn5B19Stb0aGq3QT50pjSzMM_6K11oawpsbNzSQVjQMT_Zb4mr_h4jr4ipRp5XaPBzU5YTvX4b4M7HVu4F75jxFrrGZVSJ9DCSeN92oZtsULAoGANc5k_HaTX7iV9kgTCCRc1cuedNuxB-2PblUxePVo4WcX_jbiNdVPrMqkstOSVJiPUBNi5Jj2ApVh09SIoI17v3QBYcCQQgk4KtZGJAnR1oUGWqJANBvYzs3IiMPZ8hVxkNunf-vUHSKn13RiiQHrV6jcuOvkls69Wl_ctj5SpcUCgYEA5kXH-6jxz0l5lFLA4QZyTfc9gKlVk4dkFMQWHTNLGa9864f6ylrqQv3iWA2kouGJPkjYIPi-mL1KMueVNunlRmHNb8ne1vZnSHiLTY_JYLfVndQHm14wFcaLSWanv6V_ZAFcT_qidl1vdoOl4hc3dv8YVcFvthl8W8fPoYUM85o',
  'RSA-2048-other':
    'MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQDA__okKZ-dtRkwwH7LhayXNo-GzF0HwttgkPIfxVjU33GF0AjN--UCgKp1k3t0PiTFORbeGj3A8buXLg5kg2ISag_aCUZtFWxCYxUpNquS3AWiZGMVywBze-UD8upMnuJ3vMVkTAkwntCjiBlS5YChh4kRydwoQNQO5kuyejiAuSSEAyNU8y3xFUZZn-Aq3w_k6A0NaMBSiyYaqvWr6wOIykXoIrjQwiKgka_szBXBKQ05afWeFtEo7RwgU9bjqWq9Q3sK68sprUFsikpOpT97cN-4KxoBG0b-FM7Inme_LMbaTGvocjyKZeTEQF5Xz6td6y-sVkz1U-Chmfa9ghBNAgMBAAECggEAFpwGNEVSBxonlNAAKpyCzwYbw0lenqGjrIjebH1kfi-c73WjCmp3dhcXoQWBgWkkSpx5AtTlJhzLgpbpJbpEe27EY6ERiIbpc0-DM5xNdjtjR5ZmCzAIYf8CIbfL3eUBF9Db-Pd1XiZEv9uaR91N995WXuica3TIwuQUuxhZVS7nLeaE18GGq6A9oHJwtUl2a_anmrq9epy-SbuyKna8Qax1P29tB-aG6fF0DC081QzKdbxiffcYzcKwjw_OvtvTYIOoOUHzxqaELdw13mEMwtsIwMz7Vw3CbT5N62J6am3O_XviJZkEeNnkF0jQUoHBML6OdWbgajXm27IIOZGWawKBgQDl0EkCF7la863HTiieowlSxmJw7FoawIb2TDurMNf65IzD83ROYoQqoKg-Ci4eUD4vXtbFvU1QipBT8930o5dtiKCiIVySXn-WgBM5nWe2bb20Kav-vIX66BSI6Z_yE8srBQg5HjAyEr811IFmCQJaZ-6sy67w3ZZCutADy_EoiwKBgQDW_dPyYaRgw6e1cIejtHoio1iPQxtYDNDKPaNcezYFaQOKmHIMFsuFYUgGpV72YZM0VMDT3qqzOSEzrwHnB5U1D_1ebOEyicfbXDjJjK5iU9AXtKaubmkABxrtGkABGe0sa56bV2YAEYF5ITtfoXny_zssxIAFC3nkeKPW2QfthwKBgAG6kGIIpadOf_co2ltfJJnPzjvFO2RKIHnH1wcRpf5IK9rpgO16Bj5_2OQmlXQ67EzU7M6t_t_lOvK2ueu2M1Rqm7K8h4K-XT1Xl01uprITn0K0sYuIBYX-qvDguQhMJ9IaBpbPaFNoGrIf-B05YiAl-gCow5ciQ5ga6aetqBHDAoGAGlUOj6Jr-rocIXn98wwY5YMyRqHGiJtRO2QfTSV-MV1yZJhVZ6unE9gddUrt_aln2UIEOC8Oo1L9ARKPXhesq8ogk18smf8MLo72GaGUflCbrTugKr81Nx6nqqDLdBcT2Jv52jbzNFDwlcB_QDBL-npOaiZLM9L7BAPOtXLxqKMCgYBSrp9m--cK1Zyx41jL0quaivmbhiK--BOR3xWJThziKG0guZkIaV4gJvRvSKmJ4elvTEIXpCcGHvJLzotkq9qvDg67HF-Wirc1JF5k9P-yAP9hvvIa8btC_7Gf-oBTAE9JwBpPbFYyJ_ElosXGvGzMmnrn9FWcQ1yp7Oq8SizkaA',
  'RSA-3072-exponent-3':
    'MIIG_QIBADANBgkqhkiG9w0BAQEFAASCBucwggbjAgEAAoIBgQC3rZbbjbTYDKJ3XdI6J8TJab41mTJ-Wyq4LyM6Ize-5Gp3JBc_Kv0IBTRFc-NATrY-Vyidf6mxvrrnoDHWXVUxdHioTTK01RRFjdv-mtEGyvZGf2YgjjfIF4Ln-A9ei1yeO7cbXYukPA8AtoitInezbF83CIU5il1OPf-W2BZ8VoXjcKcOLWbO-PoxvXKsGyu2Vga-oYndRdJeeXgmj7QkpUGDzX6gbj-bAyPYSWrSRcip7zvlCfAc-woUrpZ4jSy7rmvgjFT7GjHrrTV968aWX03a083TJT6vfU8OmdrAwIqN_R-XyszbUPrgb4Xxr3N8nlIbHcwn_W2G3LbJfxCc0OsLPMi9Zd7m8HQkrnxdQCLFz2ZRe8gsOUByEwNwS688THLd7bLY8bCZvxEwFJ0a2QDUeOcAhepMI5ZUnkS9WAW0g46fXF33xR3480gVynpSIbZnCsYQ2OrfE-UGzZh0I4m9-4aBQKLeZpLUX3cfHsnnas8a2UPuIupqlk-w6VkCAQMCggGAenO557PN5V3BpOk20W_YhkZ-zmYhqZIcesoXfBd6f0LxpMK6KhyosAN4Lk1CKt8kKY9waP_Gdn8nRRV2jujjdk2lxYjMeI4Ng7Pn_xHgrzH5hFTuwF7P2rpXRVAKPweTFCfPZ5OybX1fVc8FyMGlIkg_egWuJlw-NClVDzq5qDmul6BvXsjvNKX8ISj3HWdyeY6vKcEGk4PhlFD6xF_NbcOBAoj_FZ7VEgIX5YZHNtkwcUon7gagE1IGuHRkUF4csPADSSgx1p5MV00exkQGcokYHsjAo-quLeE5rVka7uGhfk1KfrQXIpoQIy_OigptNaYFQDbOh2DUJLiUcge4zhvTZ67KSNZAxaHBOHwNYPt00Yr5RDj1cbQLjL9oAX1jD7J_ArHMIu8jtMs8GMapgqYGjZ_AuGpFacMU2VZoyS-uPlciVqhrU0T27pn5spbkRAEfYNDtfuzX72qY2o9UucmBhszuiPAnTwanAwHDEEIWa_JkGJzn8Jurs5xOH7HDAoHBAORpYhqRbL13LHDiJarbWKnLQJRBqmBtF_Z9pCaDBQI4izQ9VPwusjAxZVQDQRuAPYcZaAsD07DGl1xOiE6wnowmbIW4k4M8nM1whpvyYb2N_8ne5ggu-ZHOMZoMwtLXbzpffRhBfIOihmiQv8wVxdhPk-EI6yB3OwDxS6oq4t_7wPpMQEYfsp5Ntnh0k9zc8vLj9uiMxodudq0j1fwX4RDsx2bEEaleYyTzrd4uzkIrzABmAl7BnGHxyh4mY7XMawKBwQDN3QTYPp17tZL312GpqmRAxmkYZQJ82CF0LdRkES1YNY0cS9rdjff3OH1XpI8HH5IlC-Ivx8KsJZfzeU_PwtzbgMFp_gXM5-DxDUu0AgaOOPPBoApi915v3P2E5ySbOCtqYTdBoYQg6HSh_Xc-1Nj-kGMfAFrLb0csjatkccSvlL9ctJrXQApcj_Ual72tCzD5PBBtRJtLBzBK0CnC3rhMiIANBA8KegTC6OpxrgREj9xFGTaXLEujR56_BXbLkksCgcEAmEZBZwud06TIS0FuceeQcTIrDYEcQEi6pFPCxFdYrCWyItON_XR2ysuY4qzWElV-WhDwB1fiddm6PYmwNHW_CBmdrnsNAihoiPWvEqGWfl6qhpSZWsn7tol2ZrMsjI-ffD-outZTAmxZmwsqiA6D5YpilgXyFaTSAKDdHByXP_0rUYgq2Wp3FDPO-vhikz33TJf58F3Zr575yMKOqA_rYJ3aRIK2cOmXbffJPsne1sfdVZlW6dZoQUvcFBmXzohHAoHBAIk-AzrUaP0jt0_k68ZxmCsu8LruAaiQFk1z4u1gyOV5CL2H5z5epU96_jpttK9qYW4H7B_agcgZD_emNTUskz0AgPFUA93v60teMngBWbQl99ZqsZdPlEqTU63vbbzQHPGWJNZrrWtFoxao-injO1RgQhSq5zJKL3MJHO2hLcpjKj3NvI-ABuhf-LxlKR4Hdft9YEjYZ4daIDHgG9c_JYhbAAitX1xRWIHwnEvJWC21PYNmJGTIMmzaadSuTzJhhwKBwQCe_pj5hkj7a6pUVk6LyU13KVgMrKd6MEABE3qJwaPyrG5rlwRSyxRmps6GlKvGrlwLv0mx2Qz7nDt-M4pC29SNBzStTdwkTjlwEUwkIr2vqnrXtviQMio0pCPabrCk3qkfTfnYi0f29sox0mulO6ougIAbucEQpinRoZALzVCRor2yNYDXPi0A7J__JWAcGOhmUno9AHZ3WsD4iy_-effYJ2SGyQbRtLMDiEbIVJytdgOe2ApnzItjFfM9z4rZDlk',
  'RSA-8192':
    'MIISQgIBADANBgkqhkiG9w0BAQEFAASCEiwwghIoAgEAAoIEAQCbF9NPJyP72kI7OcXcftwRY1JUXoxZI1g0-QXoZ_SPTpDxtpJRZpnAnkc78vpZaPbFwlJvqiEKQQ-IRLQLS22wHqxdOUXsgwLcW0vbAg-KzYpUEpBrhNuSaCpkoXLEnRciQ_JzXxVvigbslu3l6A9uZiRDiv_JRtMoLE44hh4R-bu7ggWSkHZJrJHDR3Qf0Js67RnjPNkuYN8VMfsqc7DZ1uTDk9u0Jpo_Ra4L__HHYXH9uLHEGpD3QC6HVsQREt3dW3mPVIGn4j0kB9IPXK6DkVAFLuvYiuQ5pxMAMllY3-gJLt0y-_K8aMWD1BsXDsLQhg68EBuGhqS0LJIfzyFNCtnBbG5YB06qQTsI1WfoBpfb46VzDWlp_kp32LUAkjpVyhjo6G9lA8GVDLh7jufy2cpLgogGtTmDg_CZiJSQ3yuEigea6tVYcqyL7r6pyEzf0zdslLVph54cw15Ep0xs1Z1Nwaf0GfV1HDpRaaJVlhH9r0h4mkVxU7ye5wdFkp0B-0Xa5VDJ4uJKp3GEJ17PYSl0U_WTLco547G5dDxBF_HQ-neKhF0xu0X1MKhEG2LD48qI4W0ol1t6IUiZyRh_4R0VZfSOJq84KhXnDdR3SJ8hRzvOfbsjUILy5wjbVWfOXZ1EWx065kMLcwnDUWSHgWmOHt1R8MJjXecRhqSZUkMS5bciFA6UKAKX_Ld4m0O6TSxBCpp9mG7njnX82IiUXZ03b_7uzT4A_Br3HcNdqGivPUIONfdOhLV5QwdfzfRNXUy1YAhENyiq6oSSVaTEfjEw43Vsmx6Xht8MofaohF9o8B5cGCzk_pN8bYUUv2GI-6l_zMkik1fob7nF3VT30DyhO2eIE9eyvRzpC9QsvnBMr3UqkhuyKZCai2wZo3ThrgIfdDcjr_hEdLRsuUlAQOUP6F9eE9Yd3hT5S0SpzUZ_XC0xd9D0YjGCRo3r_tRhaOjkZZAiU8Ko1LYTqiDhg1-WjFWLoMOwTr-E_sDqeaVQdGTlDsYZlkgHsueb9S4rxvuV0AGibBE2N-iGxEoz1O6q-XRuTtFtMJJ-4tuE-6zCeL_EikQOaXTVrgDb5dwsHDXgT90AgCnedxp6N4tZqk7VVTk_vzSwmQ-tB_L_Bnh3zn2H6XTszSP-B3Ibd6crbb0tDaDmWH0rQ2DDK2T23yhHHFn6wGI8IPkdmBAVG7XBgP03B2pg_v7y_LCihNQ-XNjrTAWN4qSmavTI_f1tRV_7KlgmKGOaLIxQlARTsJO1iK3U-X_ptGaO_bfVpQN3t5Ud22bFthfZ9eVgNOgM5xdX7AMREA6tK2eMgNXoP0SQsgcPR70gkOgQsDMcxGAs2YzXVRb5CDgGRHtYCrOHAgMBAAECggQAAJKb8yTf2yQ5LmLOOjw1r9LAEROwTPv2bWul---2VXkiy-GytJ4-Xxm2haAmEIJ0ttI637KvIIyQ9B3c1FXY99eFJ2r4uSDat9mWdB6T1B1iL2FKKzt4XBgKYAjAlb1Gwpeho49sUtcdo24DPuAWfn_eDmnK_AFI8lMHjunf3o0fhle6kYn7BdafSytOYHeyuwr5F3-4BZXR_RAML2Hx-zvx6E75drbVxvoI5H5zdBsGArvV3DWE54TTJyjI3I9HRnP6BO948xfAxgtJWUksU8wLkZlUwZ3xrczSIyQMdGmPP8lug6uuf8ebQxtbZkBls8Nq9oLQtzR0Ez4-4-Mt6kzp9O7jkWulfLd08llnYtHzaZpzl_Mqunt35u1j7bachIiUgveowaS76EL9w2cJsDnhp1m6CtxMdBHep5J7ifVpAbpIwOexFfyGapXdGl9k-UacY8hAyzz29oA6LuK3Q4eeZxUZ-6rE30PVa0uKj-pX8qndCKT5MKvwfF26ByW9cq5s2ZwTKkuuLjxkDOrgTL-9GXLd60c2AfS3SUoGlu7xs6XZHyfR-EcKwRcG6Al52eNTciHy9z1n1xGcZQT7FC3On6-asZOu_fQZ1JqWeEJKZCMRM3f_Yuf_M8pqm_S6x2ZNGF2FxBvpj3dDR_da-a0eqKmwg4byEM_d9JCctvw3TdJG8MGsEPdNZHL_EbrIV57JLayofR9bsMuqxyyTxfyt4qumtw6dZMQpJs6RGeVoqW498FVLXztMoDKoWcQdhDDwUlm3A4Fp0OSJ2MYx0Mp7fqROZ1gETQXGd0oi7b5tDbHeCxMHSv6OOJ1KIaYw3iOwzqnHGh7mvy_r3nxMXZbmjFb-etziLSCL0ZrhFEuQtpYJ-QqO6B-8jxVBYRQCXtCWDtugNFj2VoCEgBYJHRmtyEpNa6vcXf7u0eRF6W3hlHKENxueTNREbAoJ8qXZQNYNJyvhmj7OM9tKryX0pH2oC15YK4IZ2yH-fxQ3Rcu8bG0VSmUvVhAahf27R_cdoRF99luzRZG9CHS_eio5ng7NDBo6PcnfSEZkCaU5-BeSW2z2Lv_MNFOa5RvZXi2WMhhPDCbZXPX3yY_xq9dpaB0OKOpbUccMPF0WM7XazUjDZO1kbTqATJwdYtpxJ8EWceDO7GZr7RR-QTMfxCHk4gyImWpFXO6kHStqKJEpVkXecKPVWMfL973_VUVip6KmhX6qDKAG0h8DJph4-4tiW6P0YLY2e3I4a3zhoarQ8UPGpzUYJPfDGPrR5TV-LLlPwR90DUwedna0lh3BryMTQCMLMCx1WHtzM6kxIbr4MKVMGQn4xxOfhjrCnQe7Fh6XMBG_LI2YwtjzqzJryv3DgQKCAgEA00WYY-avIGk6W2vwEt2Ue76mVfgMpTAuCB1aM1UJLG2OKy5e2ZViBOMrZ70t6RNxxbRri-bNqDv_HZgIu6sNxXkYMQofhySesph3vhFPoUaAOqDDv-JX1brj2r6qZrLXt6I1r0u2Y3pEbf_yj3GstQKR5G6YREkE9pEN22vKddrwdUcnzFbc5-Gx1Q67Kujs_1OyaPwCrNoI7DnxRlQLj_LRru8XgTfpesU_JMKRMxOO6lxrqHzM8tFW8fvcYEKUF9hbG9hqedsqB-jXVjTKJYkBY0BieewQhwxATlbd7KT-cxYw_2vCIAsAaiFatrUlBmitl1cOxxx4VtmXv68ThUTZzEL7y1_jC_xRiWqcnELntJhNLhcIyAuImRaut59UqyILFJFnj0YB03ZQxkA-NqKmWKSwlPrBLCI9LyM-xPF5zQBhay49UfPNlLRA7I1rCZmLY-y9IqshuDnoqCSO1H4NOPV_LdvFDQeuJkU3o5ed9Q-cojkWq5AnNTFb1RqA0cKA5zFcJCiVkj08S3ycKI4KI_BpvbHjtSfXQ1YizEFZndIuZQVVS2lM_sNq-DShywGwoPUWuzdu6T0ymN-QdorPebZnxTHmN37qBkrXvnSUkF4874PzhahGnRsdDDkyjyzimRh5C-8SSSYkjR0P0ks4Jo_7xZqNiGenA28KRycCggIBALvtexCNQjVtLtxT1iTlO5kC689zepysyL98mkPhnbJMagbSjIGw3xwmv9yESM84v5Eqhjaad25AW24Y_nnNpXAXfbCFIXEFwWCXXNYKgBm46p6hQpHxfMjR-k06SdgFKsEJdOSMEx4FVWwut4agncNyx_mV4COii1jI7GM17gEVMAegYQUg9l3SZUFYhNRzzCSlrizj8u0QkirqUbmEp0mdc7tySIuim3N8MET5_IDfsQuo0aX7bO4HczuBkPOHLYlHshX6BYDwa7tCM_3dgPPwaaYyySTjUZGnsXP3XEsJbRW7L2UXHshsVzBJf7NzvA7duEru0bwU-3h8HgqgS9-3Memp7f3om2ywnGR9ytGb2yHYM1DnBW7HjkFNel298JSruj9XH1E2n3ZNpsY3NQDZUs3vkPwO6qEkLgkvvlSpSZtATogbsohiiUuVR4qHOWSd9YCebEq78T5P8DwBOx_vwP2mRA4DyQjLYW4OLeu_FBWmteclGL04HFPPVbhnWIy2xvneYG7oDU_dMJsTmjlJg9my3qKtoH_G6MR40Ld-GkjcMbHm9RZiRgnMKGcCyysZqjDGmKZKsHbxHkkLx-EYDxAIEHJqYL_APL5nErPy_H9XJhBwxAKN_3TW1h64Dgmpjglqvz8Z677fmlXCsQ49u5afZJ8uHyosRa1spOyhAoICAQDNbWJb4TZvoWHo-u8YqPNzz1EVTnedN1fK9B98wjaFSJFwU0pO7v28Gtddq4k0lH-P6XqZMfbOmmfZcrcrI4vkc3aeWGWHlofoyG_GFDcFbfPJDgDIV2FopKxhSfuOmF9AYy0oIcpat8xJ2REVgUaZSsJpB1BvNUDqLuj2bb0TE6uznViJS_zIS6AKtqQveQTYz50uj7xaLjd22nBMHfSQJ17TZg_IyYDwq1JWgAmHTIEuSGc2EQOHJx4PdQI3ZwVwmiMc1DXT_tLDlher7vCPxsPeqgAW5P69EaCFi9mF_HidlvpVoYXEem4QxBXcig5SSP5hpXjtCjXI3RK8g5PLhcLw5kDG45l1UgZGQ6-8ESITa_O_2Q3k1bIgiPmh-f7t19BGU4wKt9uWrfikjFrx7P0qPBinA5tJOpGbf_3Mqa_xMWmIOhHN2e4PpaVrXaayUuZCZzMQvq2u4D_lHoby_w4EUFE1WfgkT096Tttm6knguylmY3QzpZs6EaBlebvAOgv0wP4C-qNU6s3x6Fw-4r3hbCalGI982hxpkRuM2A43cuNBvwnMpbsEDSe56BNZvW7tUuKjb6ccizDjjJ5_ZUGP61jDWV2soG8VZziYK-s45SkDC56CW7ktkeuQsx0CMnayviUVAYUaM0hfHd8Ab7tNY7s_zKPJ-l9e611nCQKCAgB-W0nwshn_VD8603_b5Omykv08yhd5-s8ruTr8Q1nFxY1QswbYOLV69y7vtV5DPpPHpoEBe9Crp8gR-eo4uaXv_Ut8gbcfiFAigwNfw0WoheXy7NiWynkticmzXWrDPY4mpxYaiXhdKhbqm2q4sYwCG04MKdLAAw2Qj-ApQNybi8R0jEhPq38bTFjanAsL0iRDy8aV1lrDPO4avtxeUawtWhmzwj627Il7F9hYuIEnocAn58W2xZvTW90F-LMemxhqAnPiRO6oaH73NKdCnUmUO2S9483M6K8ysT8miv5aUacwAmD2ppoDBp2FERY08a9Ti47bi0IoJS-ELmgAmxEJBeMgiipEG79NUF6HTvEtCI9JbVXrornLZ4_lppONLiXxwJmE9y5Oa9zCLaniAsK3pGgBoX-pitoFqQ7vDFP8FqswIQfsijr7as2HrYKhyRQ06-RjK6ICieXGEPelUOqRKaJoqf9-MNtd92m2FwCXTy3Q9Pu_w_ijWXPqgjDPwWUPj-Gvpe7PA2XX-hAxZPfAZwapPJRnazjMUVC2sckcZ0SDEtKzHGhUOZWABu5vfLhgbWw6SX3f6b5G6w6C7NHjLksKa3GrjI0qwLXXC_TOW6WcdVtZmIiicxl9VOo5U2XU51ViTYzzf5k8CJp76WElAyr7NobwZJF9yLC8z50AoQKCAgBhX3i44TWy-IpgeLpd5tH_avRMAABYVGnrflRCglyFUBhfhhWS-KzYNT_NZY_RDNba1vVkitu2IxguvCBHM9aHftDqd50yl413P9tCbsAeWvnErqAUs1uw2j1tOeh-LoVX_L75IsJXn8ZzmPy8RI9JFMNiLtLk-NzUPyRz9eG6Q48d17IS3maVXpxJjaOQ3Sn722dJDwuNYLX-1dXedgmTYDJsN_LtaVFTBI3AsczBEHnqz6psSibkfAuOStKNCwEc0h7kqTrt3immcKBMuIGNDro8GAX4F2qLLwgBPKi-tu_L5uU6UL7pOrDNNV9sLFCVGn4l9U9Z1yjm5zCiq4CLxKua1zSYN5bkVFiKHvfzaWAXmJzylNvRJOGEyj9UsGY-ItxBzTk9awcsS-9wEv5Eg4Ep4lyn13lLBrywY8MbnndlJV6XzKAU-O4RtsIWcKpCVYtJs7CkeVhTFBLahwUQ9sL9_HalGdF8LG4iU8cGJNyDYvhL3N53nscAAXK7iqt2ji7Zv5N4US0R0N3q2z9nhDW0NbtjV5QH5GIX23re88f6ElL_zFXI3LKM6dRNQsCFdeX33oI3Yy7PQogsECBdsCvk3XXinvsEz34VPWgY68EQMfyG-S3nNf83FiN5phyV7kTnVzKHIfg0FmHPj95sC7PbQqUIfR9uyTKT0hI_Gw',
  'P-256':
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxXks7xle2acAnZZh9mv7FghREK0KIRIO3iONTqHX8aihRANCAARe3Ixt-hFLhdumEhpebFg_0bFjnw0uSx14SQsvMJib2bcu-9zZP-Ig3azfIoWctdrh8ErPDqi-UHWJCvmFrosS',
  'P-256-other':
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg41isMErxC8l5hvzGk3wCFdWWf_1E_t2izCiNdkZgmWChRANCAAR1ZluOUkEE4cL8hYHLsPgkFSbKXH4yqbmxbp1_wrFVMgC-wyGiYIPHJFbWGZLwOLZg43OkPMMWtVj50EDcdehq',
  'P-384':
    'MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDwXS7RZ2JuGKB5nseR-jrJdS9RhpSI5C9GMLgOERd-xqh9kbf-vf1BukkWljXcxNKhZANiAARhgOLDpJLx1q1y41DwwnyrtNlm9X3ajNajZGYWVampXXB74pcTBCG9Z-Xt-GB25jTmyVs_qQsbmZqrQMqRR8P-hfbevKgjlO4OmpRO3WXZUQsJDcPH4hw_fD-LQVHiOJw',
  'P-384-other':
    'MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDDrayNxmvr_RQfIDuC96z7_QJ-sr7v2Lyrj5qPZEsLDNV-w6QXimwIxHOXtA-xnJ26hZANiAASSOOvfkC1mTXK-da0SCbn5dLw1YY_3-4wAUW7JuTYYP2LbhEhAlkkjMtg89NgK_pQAnjMFojKAX8P0X1-MbP7h7wZqwPpLiwf-4dsfmOXV6uuxu627pvI8KlDp_En7eGc',
  'P-521':
    'MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIA0Lg8S1xebtymMA8vSKX1IuOPRHy24nBJl-7r1d9gXGiFm1uoOSBqjIqKWDvosM-lZK102QqKbHWvh8FsUcba77ahgYkDgYYABADGKk_mpXKsN3As3tchG7OLgySyAUbcMPTdJpT29HFxIecAgXw_4rp0IaWTcGcFkyzSUisZ-XlBTON_y2yGwxzILwD3jMgGvCGFQkw4lOLk-Qi-_-UmYuoGl5FAtxzYEsYF9o4vOKSsgSYcGsX7T_-4ofTiVo5GpBMlQ1DQcJhVXDt0jw',
  'P-521-other':
    'MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIA52DbUz2ZUR69RyLvYqelIVoFHeNPaWEekHcyykGBpxJseuhrgMhEzajFDZBHUOo3dzo-nBRjxy2nfexrhD2z2W2hgYkDgYYABAEM1sSlF233p49HJZB-ZVRNnIku-2xYOTwzCdUq7pECn-DdG7X7XBHoGfIQ2PJGR0c_HheqlKXkev9Dj45M6uhRywAAU3E5oblK5Z_zntWt02m5C36afIGZFWnhx67pSddwXeytLoyHW_JfO6M3qDJDolR1Rd7C4kWyyChBn44ZSVPqGA',
  Ed25519: 'MC4CAQAwBQYDK2VwBCIEICqIK9-xGADPoa6dXSX93Qpy6yh8iNE6XMkv5mWY6vyb',
  'Ed25519-other': 'MC4CAQAwBQYDK2VwBCIEIAP6iL2opI9DPUHqQ0sTFXCVmU09dPQY-IBMDWbB8VVV',
  X25519: 'MC4CAQAwBQYDK2VuBCIEIIAKgPTARO-t9CoPOaJ51NJLp1T8U8gAd6KIWh0Bpel6',
  'X25519-other': 'MC4CAQAwBQYDK2VuBCIEINgY7tTewiLy3AUbcLyvwrEuRVerqwc6SfyH8XtIc51s',
  'P-256-zeros':
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAESNHCex1AT4UU0KSMtq9D-Lm1mb5s_EIw1PKW4tmlqhRANCAAQASqTQHF76v4YmLNDsdrHcBKa5ErlWa8Upmssd5tPxw7kEKqgp4Bct89Mhu4pIwXJf1hsrVvqyxd-NjuGOPGV3',
  'P-384-zeros':
    'MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDAAluyTzDxWUtTzqgbEmKFBMRLxLzCqtbm7ZDvOqLktLAKRMgn3a7gk3xFgZFrRjb-hZANiAAQAFqP3-p5wJFUWCaF1754vMlgEKvWqnrwRw1XhO6x9SELhNgVtLuS3j60BCuASIrNzE9a7iZ9-cRiEpm3H8hQWMGzj3FJGTd1t8iXnFgj-abRdBb45mqHHFHHb0fu9jWI',
  'P-521-zeros':
    'MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIAABrrApJBDa3SVHPmV-4xvqrlHc0t7DKzF4V6K159keA42zbntAzYLd12GJUfsT-QnfBUyuULxJ03GIMvE1sJ3sahgYkDgYYABAAAdSS2VcK4lecBO56fTwO2yJAMvRWhpXDXsXpEHF-lUYg1G4ztUokoUF2J5e-1s6eBDXqb1T19a-ALaNVcKuzP6QDujS-0yH4GuS-VyQxnPrwJTldZBlgGmEEmJHyF50qgpu1KwTB5zT4M08_13n3Wdn9_AwI7Q--3ErWJImJyXvj9Ng',
} as const;

export type KeyName = keyof typeof KEYS;

const isKeyName = (name: string): name is KeyName => Object.hasOwn(KEYS, name);

/** The other key of the same curve: that of the other party, or a wrong one. */
export function otherThan(curve: string): KeyName {
  const name = `${curve}-other`;
  if (isKeyName(name)) return name;
  throw new Error(`there is no other key of ${curve}`);
}

export type Half = 'private' | 'public';
export type KeyForm = 'raw' | 'pkcs8' | 'spki' | 'jwk';

/** A key of a pair in a format, as Node exports it. */
export function halfIn(format: KeyForm, name: KeyName, half: Half): Buffer | JsonWebKey {
  const privateKey = createPrivateKey({ key: Buffer.from(KEYS[name], 'base64url'), format: 'der', type: 'pkcs8' });
  return written(format, half === 'private' ? privateKey : createPublicKey(privateKey));
}

/** A raw key is an uncompressed point, or a coordinate. */
function written(format: KeyForm, key: KeyObject): Buffer | JsonWebKey {
  if (format === 'pkcs8' || format === 'spki') return key.export({ format: 'der', type: format });
  const jwk = key.export({ format: 'jwk' });
  if (format === 'jwk') return jwk;
  const { x = '', y } = jwk;
  const first = Buffer.from(x, 'base64url');
  return y === undefined ? first : Buffer.concat([Buffer.of(4), first, Buffer.from(y, 'base64url')]);
}

/** A secret key of this number of bytes, each different from the next. */
export const secretOf = (size: number): Buffer =>
  Buffer.from(Array.from({ length: size }, (_, i) => (i * 73 + 41) % 256));

/** A secret key in a format. */
export const secretIn = (format: KeyForm, size: number): Buffer | JsonWebKey =>
  format === 'jwk' ? { kty: 'oct', k: secretOf(size).toString('base64url') } : secretOf(size);

export const bytesOfHash = (hash: string): number => createHash(hash.replace('-', '')).digest().length;

/** This number of bytes that are not a key. */
export const filler = (size: number): Buffer => secretOf(size + 3).subarray(3);

/** An algorithm by its members; with `bare` calls receive only its name. */
export interface AlgorithmRow {
  readonly algorithm: string;
  readonly hash?: string;
  readonly namedCurve?: string;
  /** Bits of a key. */
  readonly length?: number;
  readonly bare?: boolean;
}

/** A key of an algorithm: a known one, or a secret one of this number of bytes. */
export interface KeyRow extends AlgorithmRow {
  readonly key?: KeyName;
  readonly size?: number;
}

export const algorithmFor = ({ algorithm: name, hash, namedCurve, length }: AlgorithmRow): SubtleAlgorithm => ({
  name,
  ...defined({ hash, namedCurve, length }),
});

export const givenFor = (of: AlgorithmRow) => (of.bare === true ? of.algorithm : algorithmFor(of));

/** Imports a key of a pair as DER, or a secret key, which represents both. */
export function importing(
  as: string,
  of: KeyRow,
  half: Half,
  usages: readonly string[],
  extractable = false,
): SubtleCall {
  const format = of.key === undefined ? 'raw' : half === 'public' ? 'spki' : 'pkcs8';
  const data = of.key === undefined ? secretOf(of.size ?? 0) : halfIn(format, of.key, half);
  return call(as, 'importKey', format, data, givenFor(of), extractable, usages);
}

/** The name in RFC 7518 for an algorithm with its hash or length; undefined if it has none. */
export function algOf({ algorithm, hash = '' }: AlgorithmRow, size: number): object {
  const bits = hash.slice('SHA-'.length);
  if (algorithm.startsWith('AES')) return { alg: `A${size * 8}${algorithm.slice('AES-'.length)}` };
  if (algorithm === 'RSA-OAEP') return { alg: bits === '1' ? 'RSA-OAEP' : `RSA-OAEP-${bits}` };
  const prefix = { HMAC: 'HS', 'RSASSA-PKCS1-v1_5': 'RS', 'RSA-PSS': 'PS' }[algorithm];
  return prefix === undefined ? {} : { alg: `${prefix}${bits}` };
}

/** A JWK with its optional members. */
export const jwkWith = (parts: object, of: AlgorithmRow, usages: readonly string[], size = 0): object => ({
  ...parts,
  ...algOf(of, size),
  ext: true,
  key_ops: usages,
});

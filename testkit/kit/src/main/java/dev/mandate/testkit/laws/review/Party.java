package dev.mandate.testkit.laws.review;

/** An address that a case of the review can name. */
enum Party {
    /** People with keys: the signers. */
    ANN,
    BOB,
    CAROL,
    /** Somebody with a key who is no signer. */
    STRANGER,
    OPERATOR,
    PASSKEY,
    /** The account of the request. */
    ITSELF,
    SETTINGS,
    SECOND_VAULT,
    /** An account of the same caller, of which the account of the request is the admin. */
    WARD,
    /** An account that the request creates. */
    NEWCOMER,
    /** An account of another caller. */
    RIVAL,
    PROGRAM,
    /** The address of 32 zero bytes. */
    SYSTEM_PROGRAM,
    SYSVAR,
    MINT,
    /** A token account of {@link #CAROL}. */
    TOKEN_ACCOUNT,
    /** A token account of which {@link #TOKEN_ACCOUNT} is the owner. */
    STRANDED_TOKENS,
    /** A token account for wrapped SOL of {@link #CAROL}. */
    WRAPPED_SOL,
    /** A point of the curve of small order, which is nobody's key. */
    SMALL_ORDER,
    /** A vault of no account. */
    NOBODY
}

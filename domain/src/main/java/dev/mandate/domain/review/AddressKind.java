package dev.mandate.domain.review;

/** What is at an address, as far as it decides who can sign for it and who can use money there. */
public enum AddressKind {
    /** A program, or what a loader keeps of one. */
    PROGRAM,
    /** A part of the chain's own state. */
    SYSVAR,
    /** A token. */
    MINT,
    /** An account that holds tokens of its owner. */
    TOKEN_ACCOUNT,
    /** A token account for wrapped SOL: lamports that it gets become its owner's tokens. */
    WRAPPED_SOL_ACCOUNT,
    /** An account of the smart account program, such as an account's settings. No instruction takes money out of it. */
    ACCOUNT_STATE,
    /** Anything else: a wallet, a vault, an account of an unknown program, or nothing. */
    OTHER
}

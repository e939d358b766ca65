package dev.mandate.ports.api.custody;

/** Who of the signers that a request names signs its transactions. */
public enum NamedSigners {
    /** They are ready to sign, preferred ones first. The fewest who suffice sign. */
    FEWEST_SIGN,
    /**
     * All sign. In the order of their names as many vote as the threshold needs. Every other one, unless it signs for another reason, is a
     * read-only signer account of the last vote: it adds a signature and no vote.
     */
    ALL_SIGN
}

package dev.mandate.ports.spi.keys;

/** Why a {@link PayloadApproval} lets nothing be signed. */
public enum ApprovalProblem {
    /** The transaction has no managed signer that it could be for. */
    NO_MANAGED_SIGNER,
    /** No authority of a signer signed this payload: the key is another one, or the payload is of another message, account, network or time. */
    NOT_BY_AUTHORITY,
    /** The authority signed the payload that the approval names, and it has expired. */
    PAYLOAD_EXPIRED,
    /** The session that signed it has ended. */
    SESSION_ENDED,
    /** Another approval of the same request is for the same signer. */
    SIGNER_HAS_APPROVAL
}

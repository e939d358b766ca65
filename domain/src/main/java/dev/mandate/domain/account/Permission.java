package dev.mandate.domain.account;

/** A right of a signer in the life of transactions. */
public enum Permission {
    /** Propose a transaction. */
    CAN_INITIATE(1),
    /** Approve, reject or cancel one. */
    CAN_VOTE(2),
    /** Execute one that was approved. */
    CAN_EXECUTE(4);

    private final int bit;

    Permission(int bit) {
        this.bit = bit;
    }

    /** Its bit in a permission mask. */
    public int bit() {
        return bit;
    }
}

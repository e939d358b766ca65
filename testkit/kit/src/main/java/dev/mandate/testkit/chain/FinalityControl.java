package dev.mandate.testkit.chain;

/** How sure a chain is of what landed, in the hands of a test. */
public interface FinalityControl {

    /** From now on what has landed, and what lands, is processed and not confirmed, until {@link #confirm}. */
    void holdBack();

    /** All that landed is final. */
    void confirm();
}

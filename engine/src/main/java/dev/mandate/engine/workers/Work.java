package dev.mandate.engine.workers;

/** Something to be done again and again, a step at a time. Several may do it at once, in this process and in others. */
interface Work {

    /** What a step found. */
    enum Progress {
        /** There is more to do at once. */
        MORE,
        /** Nothing, for now. */
        IDLE
    }

    /** Does one step, after which stopping does no harm. May throw: it is then tried again later. */
    Progress step();

    /** What is left to do when all steps have ended for good. */
    default void atStop() {}
}

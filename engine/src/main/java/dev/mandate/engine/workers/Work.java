package dev.mandate.engine.workers;

/** Repeated work, one step at a time. Several threads and processes may run it at once. */
interface Work {

    /** The result of a step. */
    enum Progress {
        /** There is more to do now. */
        MORE,
        /** There is nothing to do now. */
        IDLE
    }

    /** Does one step. Work can stop safely after each step. If it throws, the step is tried again later. */
    Progress step();

    /** Called once when a stop begins: nothing new is begun any more. Steps may still run. */
    default void stopping() {}

    /** Called once after all steps have ended. */
    default void atStop() {}
}

package dev.mandate.simulator.squads;

import dev.mandate.simulator.runtime.Invocation;

/** One instruction of the program. */
@FunctionalInterface
interface Handler {

    void run(Invocation invocation);
}

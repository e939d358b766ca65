package dev.mandate.testkit.simulated.squads;

import dev.mandate.testkit.simulated.runtime.Invocation;

/** One instruction of the program. */
@FunctionalInterface
interface Handler {

    void run(Invocation invocation);
}

package dev.mandate.engine.plan;

import dev.mandate.ports.program.UnsignedTransaction;

/** A planned transaction with its bytes. */
record CompiledTransaction(PlannedTransaction leg, Compilation compilation, UnsignedTransaction unsigned) {}

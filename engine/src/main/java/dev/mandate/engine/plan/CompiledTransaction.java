package dev.mandate.engine.plan;

import dev.mandate.ports.spi.program.UnsignedTransaction;

/** A planned transaction with its bytes. */
record CompiledTransaction(PlannedTransaction planned, Compilation compilation, UnsignedTransaction unsigned) {}

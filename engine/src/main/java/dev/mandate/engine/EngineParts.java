package dev.mandate.engine;

import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.keys.SignatureCheck;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TokenFormat;
import dev.mandate.ports.program.TransactionFormat;
import dev.mandate.ports.time.ServerClock;

/** The driven ports that every use case stands on, and what is left to whoever calls. */
record EngineParts(
        Chain chain,
        SmartAccountProgram program,
        TransactionFormat format,
        TokenFormat tokens,
        SignatureCheck signatures,
        Journal journal,
        ServerClock clock,
        AdminCheck adminCheck,
        Safeguards safeguards) {}

package dev.mandate.engine;

import dev.mandate.domain.chain.Network;
import dev.mandate.engine.submission.Safeguards;
import dev.mandate.engine.submission.WaitPolicy;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.ChainFormats;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.keys.SignatureCheck;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TokenFormat;
import dev.mandate.ports.program.TransactionFormat;
import dev.mandate.ports.time.ServerClock;

/** The driven ports that every use case stands on, and what is left to whoever calls. */
record EngineParts(
        Network network,
        Chain chain,
        ChainFormats formats,
        Journal journal,
        ServerClock clock,
        AdminCheck adminCheck,
        Safeguards safeguards,
        WaitPolicy waits) {

    SmartAccountProgram program() {
        return formats.program();
    }

    TransactionFormat format() {
        return formats.format();
    }

    TokenFormat tokens() {
        return formats.tokens();
    }

    SignatureCheck signatures() {
        return formats.signatures();
    }
}

package dev.mandate.solana;

import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.solana.crypto.StrictEd25519;
import dev.mandate.solana.decode.InstructionTables;
import dev.mandate.solana.format.InstructionCalls;
import dev.mandate.solana.format.SolanaFormat;
import dev.mandate.solana.format.SplTokens;
import dev.mandate.solana.squadsv4.program.SquadsV4Program;

/** The formats and rules of Solana that an engine needs, for each smart account program. */
public final class Solana {

    /** Squads v4 as deployed on the public networks. */
    public static final ChainFormats SQUADS_V4 =
            new ChainFormats(
                    SquadsV4Program.PUBLIC,
                    new SolanaFormat(),
                    new SplTokens(),
                    new StrictEd25519(),
                    new InstructionCalls(SquadsV4Program.PUBLIC.programId()),
                    new InstructionTables(SquadsV4Program.PUBLIC.programId()));

    private Solana() {}
}

package dev.mandate.solana.decode;

import dev.mandate.solana.decode.ProgramLayout.Mark;

/** The loader of version 4. Source: {@code LoaderV4Instruction}. */
final class Loader4Table {

    static final ProgramLayout TABLE = ProgramLayout.of("loader-v4", Mark.U32)
            .row(0, "write", "program authority", "offset:u32 bytes:bytes", "", "Writes {bytes} of code of the program {program}.")
            .row(
                    1, "copy", "program authority source",
                    "destination_offset:u32 source_offset:u32 length:u32", "!",
                    "Copies code of {source} into the program {program}.")
            .row(
                    2, "set_program_length", "program authority destination?",
                    "length:u32", "!program>destination",
                    "Sets the length of the program {program} to {length}; SOL that it needs no more goes to {destination}.")
            .row(3, "deploy", "program authority", "", "!", "Puts the code of the program {program} to work.")
            .row(4, "retract", "program authority", "", "!", "Stops the program {program}.")
            .row(
                    5, "transfer_authority", "program authority new_authority",
                    "", "!",
                    "Hands the program {program} over from {authority} to {new_authority}.")
            .row(6, "finalize", "program authority next_version", "", "!", "Makes the program {program} final: nobody can ever change it.");

    private Loader4Table() {}
}

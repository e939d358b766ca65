package dev.mandate.solana.decode;

import dev.mandate.solana.decode.ProgramLayout.Mark;

/** The upgradeable loader, which keeps programs. Source: {@code UpgradeableLoaderInstruction}. */
final class UpgradeableLoaderTable {

    static final ProgramLayout TABLE = ProgramLayout.of("upgradeable-loader", Mark.U32)
            .row(0, "initialize_buffer", "buffer authority", "", "!", "Makes {buffer} a buffer for a program, which {authority} controls.")
            .row(1, "write", "buffer authority", "offset:u32 bytes:bytes", "", "Writes {bytes} into the buffer {buffer}.")
            .row(
                    2, "deploy_with_max_data_len", "payer program_data program buffer rent clock system_program authority",
                    "max_data_bytes:u64", "!payer>program_data",
                    "Deploys the program {program} from the buffer {buffer}; {authority} may replace its code, {payer} pays.")
            .row(
                    3, "upgrade", "program_data program buffer spill rent clock authority",
                    "", "!buffer>spill",
                    "Replaces the code of the program {program} by the buffer {buffer}; what is left of the SOL goes to {spill}.")
            .row(
                    4, "set_authority", "account authority new_authority?",
                    "", "!",
                    "Hands the right to replace the code at {account} over from {authority} to {new_authority}.")
            .row(
                    5, "close", "account destination authority? program?",
                    "", "!account>destination",
                    "Closes {account}; its SOL goes to {destination}. A program whose data is closed never runs again.")
            .row(
                    6, "extend_program", "program_data program system_program? payer?",
                    "bytes:u32", "payer>program_data",
                    "Makes room for {bytes} more bytes of the program {program}; {payer} pays.")
            .row(
                    7, "set_authority_checked", "account authority new_authority",
                    "", "!",
                    "Hands the right to replace the code at {account} over from {authority} to {new_authority}.")
            .row(
                    9, "extend_program_checked", "program_data program authority system_program? payer?",
                    "bytes:u32", "payer>program_data",
                    "Makes room for {bytes} more bytes of the program {program}; {payer} pays.");

    private UpgradeableLoaderTable() {}
}

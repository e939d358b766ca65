package dev.mandate.solana.decode;

import dev.mandate.solana.decode.ProgramLayout.Mark;

/** Lookup tables. Source: {@code ProgramInstruction} of the address lookup table program. */
final class LookupTableTable {

    static final ProgramLayout TABLE = ProgramLayout.of("address-lookup-table", Mark.U32)
            .row(
                    0, "create_lookup_table", "table authority payer system_program",
                    "recent_slot:u64 bump:u8", "payer>table",
                    "Creates the lookup table {table} of {authority}; {payer} pays.")
            .row(1, "freeze_lookup_table", "table authority", "", "!", "Freezes the lookup table {table} for good: its SOL never comes back.")
            .row(
                    2, "extend_lookup_table", "table authority payer? system_program?",
                    "addresses:addresses", "payer>table",
                    "Adds addresses to the lookup table {table}: {addresses}.")
            .row(3, "deactivate_lookup_table", "table authority", "", "", "Deactivates the lookup table {table}.")
            .row(
                    4, "close_lookup_table", "table authority destination",
                    "", "table>destination",
                    "Closes the lookup table {table}; its SOL goes to {destination}.");

    private LookupTableTable() {}
}

package dev.mandate.solana.decode;

import dev.mandate.solana.decode.ProgramLayout.Mark;

/** The compute budget program. */
final class ComputeBudgetTable {

    static final ProgramLayout TABLE = ProgramLayout.of("compute-budget", Mark.U8)
            .row(1, "request_heap_frame", "", "bytes:u32", "", "Programs may use a heap of {bytes} bytes.")
            .row(2, "set_compute_unit_limit", "", "units:u32", "", "The transaction may use {units} compute units.")
            .row(
                    3, "set_compute_unit_price", "",
                    "micro_lamports:u64", "",
                    "The transaction offers {micro_lamports} millionths of a lamport for each compute unit.")
            .row(4, "set_loaded_accounts_data_size_limit", "", "bytes:u32", "", "The transaction may load {bytes} bytes of accounts.")
            .bookkeeping();

    private ComputeBudgetTable() {}
}

package dev.mandate.solana.decode;

import dev.mandate.solana.decode.ProgramLayout.Mark;

/** The associated token account program. */
final class AssociatedTokenTable {

    static final ProgramLayout TABLE = ProgramLayout.of("associated-token", Mark.U8)
            .row(
                    0, "create", "payer account owner mint system_program token_program",
                    "", "payer>account",
                    "{payer} pays for the token account {account} of {owner} for the token {mint}.")
            .row(
                    1, "create_idempotent", "payer account owner mint system_program token_program",
                    "", "payer>account",
                    "{payer} pays for the token account {account} of {owner} for the token {mint}, if it does not exist.")
            .row(
                    2, "recover_nested", "nested_account nested_mint destination owner_account owner_mint owner token_program",
                    "", "nested_account>destination~tokens",
                    "Moves the tokens of {nested_account}, which the token account {owner_account} owns, to {destination}.");

    private AssociatedTokenTable() {}
}

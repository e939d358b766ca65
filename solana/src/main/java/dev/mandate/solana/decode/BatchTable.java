package dev.mandate.solana.decode;

import dev.mandate.solana.decode.ProgramLayout.Mark;
import dev.mandate.solana.squadsv4.SquadsV4;

/** Instructions of Squads v4 that are read and never made here: batches, and the program's own settings. Source: its IDL. */
final class BatchTable {

    static final ProgramLayout TABLE = ProgramLayout.of("squads-v4", Mark.DISCRIMINATOR)
            .row(
                    of("batch_create"), "batch_create", "multisig batch creator rent_payer system_program",
                    "vault_index:u8 memo:memo", "rent_payer>batch",
                    "Begins the batch {batch} of the account {multisig}, vault {vault_index}.")
            .row(
                    of("batch_add_transaction"), "batch_add_transaction",
                    "multisig proposal batch transaction member rent_payer system_program",
                    "ephemeral_signers:u8 transaction_message:bytes_u32", "rent_payer>transaction",
                    "{member} adds the transaction {transaction} to the batch {batch} of the account {multisig}.")
            .row(
                    of("batch_execute_transaction"), "batch_execute_transaction",
                    "multisig member proposal batch transaction message_accounts*", "", "",
                    "{member} executes the transaction {transaction} of the batch {batch} of the account {multisig}.")
            .row(
                    of("batch_accounts_close"), "batch_accounts_close", "multisig proposal batch rent_collector system_program",
                    "", "batch>rent_collector",
                    "Closes the batch {batch} of the account {multisig}; its rent goes to {rent_collector}.")
            .row(
                    of("vault_batch_transaction_account_close"), "vault_batch_transaction_account_close",
                    "multisig proposal batch transaction rent_collector system_program", "", "transaction>rent_collector",
                    "Closes the transaction {transaction} of the batch {batch} of the account {multisig}; its rent goes to {rent_collector}.")
            .row(
                    of("multisig_create"), "multisig_create", "nobody", "", "",
                    "Asks for a new account in a form that the program no longer takes: it fails.")
            .row(
                    of("program_config_init"), "program_config_init", "program_config initializer system_program",
                    "authority:address multisig_creation_fee:lamports treasury:address", "!initializer>program_config",
                    "Founds the settings of the whole program: {authority} holds them, and a new account costs {multisig_creation_fee}, which {treasury} gets.")
            .row(
                    of("program_config_set_authority"), "program_config_set_authority", "program_config authority",
                    "new_authority:address", "!", "Hands the settings of the whole program over from {authority} to {new_authority}.")
            .row(
                    of("program_config_set_multisig_creation_fee"), "program_config_set_multisig_creation_fee", "program_config authority",
                    "fee:lamports", "!", "New accounts of the program cost {fee}.")
            .row(
                    of("program_config_set_treasury"), "program_config_set_treasury", "program_config authority",
                    "treasury:address", "!", "The fees of the program go to {treasury}.");

    private BatchTable() {}

    private static long of(String name) {
        return SquadsV4.discriminator("global:" + name);
    }
}

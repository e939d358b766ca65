package dev.mandate.solana.decode;

import dev.mandate.solana.decode.ProgramLayout.Mark;

/** The system program. Source: {@code SystemInstruction}, in bincode. */
final class SystemTable {

    static final ProgramLayout TABLE = ProgramLayout.of("system", Mark.U32)
            .row(
                    0, "create_account", "payer account",
                    "lamports:lamports space:u64 owner:address", "payer>account=lamports",
                    "{payer} creates the account {account} with {lamports} and {space} bytes, owned by the program {owner}.")
            .row(
                    1, "assign", "account",
                    "owner:address", "!account>",
                    "Gives the account {account} to the program {owner}: that program alone decides about its data and its SOL.")
            .row(
                    2, "transfer", "source destination",
                    "lamports:lamports", "source>destination=lamports",
                    "{source} sends {lamports} to {destination}.")
            .row(
                    3, "create_account_with_seed", "payer account",
                    "base:address seed:seed lamports:lamports space:u64 owner:address", "payer>account=lamports",
                    "{payer} creates the account {account} (of {base}, seed {seed}) with {lamports} and {space} bytes, owned by the program {owner}.")
            .row(
                    4, "advance_nonce_account", "nonce_account recent_blockhashes authority",
                    "", "",
                    "Advances the durable nonce {nonce_account}; {authority} signs. The signatures stay good until somebody else advances it.")
            .row(
                    5, "withdraw_nonce_account", "nonce_account destination recent_blockhashes rent authority",
                    "lamports:lamports", "nonce_account>destination=lamports",
                    "Withdraws {lamports} from the nonce account {nonce_account} to {destination}.")
            .row(
                    6, "initialize_nonce_account", "nonce_account recent_blockhashes rent",
                    "authority:address", "!",
                    "Makes {nonce_account} a durable nonce that {authority} controls.")
            .row(
                    7, "authorize_nonce_account", "nonce_account authority",
                    "new_authority:address", "!",
                    "Hands the durable nonce {nonce_account} and its SOL over from {authority} to {new_authority}.")
            .row(
                    8, "allocate", "account",
                    "space:u64", "!",
                    "Gives the account {account} {space} bytes of data. A wallet with data can send no SOL any more.")
            .row(
                    9, "allocate_with_seed", "account base_account",
                    "base:address seed:seed space:u64 owner:address", "!",
                    "Gives the account {account} (of {base}, seed {seed}) {space} bytes of data and the owner {owner}.")
            .row(
                    10, "assign_with_seed", "account base_account",
                    "base:address seed:seed owner:address", "!account>",
                    "Gives the account {account} (of {base}, seed {seed}) to the program {owner}: that program alone decides about it.")
            .row(
                    11, "transfer_with_seed", "source base destination",
                    "lamports:lamports seed:seed owner:address", "source>destination=lamports",
                    "Sends {lamports} from {source} (of {base}, seed {seed}) to {destination}.")
            .row(12, "upgrade_nonce_account", "nonce_account", "", "", "Upgrades the nonce account {nonce_account} to the current format.")
            .row(
                    13, "create_account_allow_prefund", "account payer?",
                    "lamports:lamports space:u64 owner:address", "!payer>account=lamports",
                    "Makes {account} an account of the program {owner} with {space} bytes, and adds {lamports} of {payer}; it may hold SOL already.");

    private SystemTable() {}
}

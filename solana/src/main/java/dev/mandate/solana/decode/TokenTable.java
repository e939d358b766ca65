package dev.mandate.solana.decode;

import dev.mandate.solana.decode.ProgramLayout.Mark;

/** What both token programs know. Source: {@code TokenInstruction}. */
final class TokenTable {

    static final ProgramLayout TABLE = ProgramLayout.of("token", Mark.U8)
            .row(
                    0, "initialize_mint", "mint rent",
                    "decimals:u8 mint_authority:address freeze_authority:optional_address", "!",
                    "Makes {mint} a token with {decimals} decimals; {mint_authority} may make more of it, {freeze_authority} may freeze accounts.")
            .row(1, "initialize_account", "account mint owner rent", "", "", "Makes {account} a token account of {owner} for the token {mint}.")
            .row(
                    2, "initialize_multisig", "account rent signers*",
                    "threshold:u8", "!",
                    "Makes {account} a signature account of the token program: {threshold} of {signers}.")
            .row(
                    3, "transfer", "source destination authority",
                    "amount:tokens", "source>destination=amount",
                    "Sends {amount} from the token account {source} to the token account {destination}; {authority} decides.")
            .row(
                    4, "approve", "source delegate authority",
                    "amount:tokens", "!source>delegate~amount",
                    "Lets {delegate} move up to {amount} out of the token account {source} at any time.")
            .row(5, "revoke", "source authority", "", "!", "Ends the right of a delegate to move tokens out of {source}.")
            .row(
                    6, "set_authority", "account authority",
                    "authority_type:u8[mint_tokens|freeze_account|account_owner|close_account|transfer_fee_config|withheld_withdraw|close_mint|interest_rate|permanent_delegate|confidential_transfer_mint|transfer_hook_program_id|confidential_transfer_fee_config|metadata_pointer|group_pointer|group_member_pointer|scaled_ui_amount|pause|permissioned_burn] new_authority:optional_address", "!",
                    "Changes the authority {authority_type} of {account} from {authority} to {new_authority}.")
            .row(
                    7, "mint_to", "mint destination authority",
                    "amount:tokens", ">destination=amount",
                    "Makes {amount} and puts it into the token account {destination}; {authority} decides.")
            .row(8, "burn", "account mint authority", "amount:tokens", "account>=amount", "Destroys {amount} in the token account {account}.")
            .row(
                    9, "close_account", "account destination authority",
                    "", "account>destination",
                    "Closes {account}; all its SOL, wrapped SOL included, goes to {destination}.")
            .row(
                    10, "freeze_account", "account mint authority",
                    "", "!",
                    "Freezes the token account {account}: nothing moves in or out until it is thawed.")
            .row(11, "thaw_account", "account mint authority", "", "!", "Thaws the token account {account}.")
            .row(
                    12, "transfer_checked", "source mint destination authority",
                    "amount:tokens decimals:u8", "source>destination=amount",
                    "Sends {amount} from the token account {source} to the token account {destination}; {authority} decides.")
            .row(
                    13, "approve_checked", "source mint delegate authority",
                    "amount:tokens decimals:u8", "!source>delegate~amount",
                    "Lets {delegate} move up to {amount} out of the token account {source} at any time.")
            .row(
                    14, "mint_to_checked", "mint destination authority",
                    "amount:tokens decimals:u8", ">destination=amount",
                    "Makes {amount} and puts it into the token account {destination}; {authority} decides.")
            .row(
                    15, "burn_checked", "account mint authority",
                    "amount:tokens decimals:u8", "account>=amount",
                    "Destroys {amount} in the token account {account}.")
            .row(
                    16, "initialize_account2", "account mint rent",
                    "owner:address", "",
                    "Makes {account} a token account of {owner} for the token {mint}.")
            .row(17, "sync_native", "account", "", "", "Counts the SOL of the wrapped SOL account {account} as tokens.")
            .row(18, "initialize_account3", "account mint", "owner:address", "", "Makes {account} a token account of {owner} for the token {mint}.")
            .row(
                    19, "initialize_multisig2", "account signers*",
                    "threshold:u8", "!",
                    "Makes {account} a signature account of the token program: {threshold} of {signers}.")
            .row(
                    20, "initialize_mint2", "mint",
                    "decimals:u8 mint_authority:address freeze_authority:optional_address", "!",
                    "Makes {mint} a token with {decimals} decimals; {mint_authority} may make more of it, {freeze_authority} may freeze accounts.")
            .row(21, "get_account_data_size", "mint", "", "", "Asks how large a token account of {mint} is.")
            .row(22, "initialize_immutable_owner", "account", "", "", "Fixes the owner of the token account {account} for good.")
            .row(23, "amount_to_ui_amount", "mint", "amount:tokens", "", "Asks how {amount} is written.")
            .row(
                    38, "withdraw_excess_lamports", "source destination authority",
                    "", "source>destination",
                    "Sends the SOL of {source} beyond its rent to {destination}.")
            .row(
                    45, "unwrap_lamports", "source destination authority",
                    "amount:optional_tokens", "source>destination",
                    "Turns wrapped SOL in {source} into SOL of {destination}; all of it if no amount is stated.");

    private TokenTable() {}
}

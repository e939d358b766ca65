package dev.mandate.solana.decode;

import dev.mandate.solana.decode.ProgramLayout.Mark;
import io.vavr.collection.HashMap;

/** What Token-2022 knows beside {@link TokenTable}. Confidential transfers cannot be read. Source: {@code TokenInstruction} and the extensions. */
final class Token2022Table {

    static final ProgramLayout TABLE = new ProgramLayout("token-2022", Mark.U8, TokenTable.TABLE.layouts(), HashMap.empty())
            .row(
                    25, "initialize_mint_close_authority", "mint",
                    "close_authority:optional_address", "!",
                    "Lets {close_authority} close the token {mint}.")
            .row(
                    ext(26, 0), "initialize_transfer_fee_config", "mint",
                    "config_authority:optional_address withdraw_authority:optional_address fee_basis_points:u16 maximum_fee:tokens", "!",
                    "The token {mint} keeps {fee_basis_points} hundredths of a percent of each transfer, {maximum_fee} at most; {config_authority} may change that, {withdraw_authority} gets it.")
            .row(
                    ext(26, 1), "transfer_checked_with_fee", "source mint destination authority",
                    "amount:tokens decimals:u8 fee:tokens", "source>destination=amount",
                    "Sends {amount} from the token account {source} to the token account {destination}, of which {fee} is kept as a fee; {authority} decides.")
            .row(
                    ext(26, 2), "withdraw_withheld_tokens_from_mint", "mint destination authority",
                    "", "mint>destination~tokens",
                    "Pays the fees kept in the token {mint} into {destination}.")
            .row(
                    ext(26, 3), "withdraw_withheld_tokens_from_accounts", "mint destination authority accounts*",
                    "signers:u8", "mint>destination~tokens",
                    "Pays the fees of the token {mint} that are kept in token accounts into {destination}.")
            .row(
                    ext(26, 4), "harvest_withheld_tokens_to_mint", "mint accounts*",
                    "", "",
                    "Moves the fees kept in token accounts of {mint} into the token itself.")
            .row(
                    ext(26, 5), "set_transfer_fee", "mint authority",
                    "fee_basis_points:u16 maximum_fee:tokens", "!",
                    "The token {mint} keeps {fee_basis_points} hundredths of a percent of each transfer from the next but one epoch on, {maximum_fee} at most.")
            .row(
                    ext(28, 0), "initialize_default_account_state", "mint",
                    "state:u8[uninitialized|initialized|frozen]", "!",
                    "New token accounts of {mint} are {state}.")
            .row(
                    ext(28, 1), "update_default_account_state", "mint authority",
                    "state:u8[uninitialized|initialized|frozen]", "!",
                    "New token accounts of {mint} are {state}.")
            .row(
                    29, "reallocate", "account payer system_program authority",
                    "", "payer>account",
                    "Makes room for extensions in the token account {account}; {payer} pays.")
            .row(
                    ext(30, 0), "enable_required_memo_transfers", "account authority",
                    "", "",
                    "The token account {account} takes only transfers with a memo.")
            .row(
                    ext(30, 1), "disable_required_memo_transfers", "account authority",
                    "", "",
                    "The token account {account} takes transfers without a memo.")
            .row(
                    31, "create_native_mint", "payer native_mint system_program",
                    "", "payer>native_mint",
                    "Creates the token of wrapped SOL; {payer} pays.")
            .row(32, "initialize_non_transferable_mint", "mint", "", "!", "The token {mint} can never be transferred.")
            .row(
                    ext(33, 0), "initialize_interest_bearing_mint", "mint",
                    "rate_authority:address_or_zero rate_basis_points:i16", "!",
                    "The token {mint} shows interest of {rate_basis_points} hundredths of a percent a year; {rate_authority} may change that.")
            .row(
                    ext(33, 1), "update_interest_rate", "mint authority",
                    "rate_basis_points:i16", "!",
                    "The token {mint} shows interest of {rate_basis_points} hundredths of a percent a year.")
            .row(
                    ext(34, 0), "enable_cpi_guard", "account authority",
                    "", "",
                    "Other programs may not move the tokens of {account} on behalf of its owner.")
            .row(
                    ext(34, 1), "disable_cpi_guard", "account authority",
                    "", "!",
                    "Other programs may move the tokens of {account} on behalf of its owner again.")
            .row(
                    35, "initialize_permanent_delegate", "mint",
                    "delegate:address", "!",
                    "{delegate} may take or destroy the token {mint} in every account, for good.")
            .row(
                    ext(36, 0), "initialize_transfer_hook", "mint",
                    "authority:address_or_zero hook_program:address_or_zero", "!",
                    "Each transfer of the token {mint} calls the program {hook_program}; {authority} may change that.")
            .row(
                    ext(36, 1), "update_transfer_hook", "mint authority",
                    "hook_program:address_or_zero", "!",
                    "Each transfer of the token {mint} calls the program {hook_program}.")
            .row(
                    ext(39, 0), "initialize_metadata_pointer", "mint",
                    "authority:address_or_zero metadata_address:address_or_zero", "",
                    "The metadata of the token {mint} is at {metadata_address}; {authority} may change that.")
            .row(
                    ext(39, 1), "update_metadata_pointer", "mint authority",
                    "metadata_address:address_or_zero", "",
                    "The metadata of the token {mint} is at {metadata_address}.")
            .row(
                    ext(40, 0), "initialize_group_pointer", "mint",
                    "authority:address_or_zero group_address:address_or_zero", "",
                    "The group of the token {mint} is at {group_address}; {authority} may change that.")
            .row(
                    ext(40, 1), "update_group_pointer", "mint authority",
                    "group_address:address_or_zero", "",
                    "The group of the token {mint} is at {group_address}.")
            .row(
                    ext(41, 0), "initialize_group_member_pointer", "mint",
                    "authority:address_or_zero member_address:address_or_zero", "",
                    "The membership of the token {mint} is at {member_address}; {authority} may change that.")
            .row(
                    ext(41, 1), "update_group_member_pointer", "mint authority",
                    "member_address:address_or_zero", "",
                    "The membership of the token {mint} is at {member_address}.")
            .row(
                    ext(44, 0), "initialize_pausable_config", "mint",
                    "authority:address_or_zero", "!",
                    "{authority} may stop all transfers of the token {mint}.")
            .row(ext(44, 1), "pause", "mint authority", "", "!", "Stops all transfers of the token {mint}.")
            .row(ext(44, 2), "resume", "mint authority", "", "!", "Allows transfers of the token {mint} again.")
            .named(
                    ext(27, 0), "confidential_transfer.initialize_mint", "confidential_transfer.update_mint", "confidential_transfer.configure_account",
                    "confidential_transfer.approve_account", "confidential_transfer.empty_account", "confidential_transfer.deposit",
                    "confidential_transfer.withdraw", "confidential_transfer.transfer", "confidential_transfer.apply_pending_balance",
                    "confidential_transfer.enable_confidential_credits", "confidential_transfer.disable_confidential_credits",
                    "confidential_transfer.enable_non_confidential_credits", "confidential_transfer.disable_non_confidential_credits",
                    "confidential_transfer.transfer_with_fee", "confidential_transfer.configure_account_with_registry")
            .named(
                    ext(37, 0), "confidential_transfer_fee.initialize_config", "confidential_transfer_fee.withdraw_withheld_tokens_from_mint",
                    "confidential_transfer_fee.withdraw_withheld_tokens_from_accounts", "confidential_transfer_fee.harvest_withheld_tokens_to_mint",
                    "confidential_transfer_fee.enable_harvest_to_mint", "confidential_transfer_fee.disable_harvest_to_mint")
            .named(
                    ext(42, 0), "confidential_mint_burn.initialize_mint", "confidential_mint_burn.rotate_supply_elgamal_pubkey",
                    "confidential_mint_burn.update_decryptable_supply", "confidential_mint_burn.mint", "confidential_mint_burn.burn",
                    "confidential_mint_burn.apply_pending_burn")
            .named(ext(43, 0), "scaled_ui_amount.initialize", "scaled_ui_amount.update_multiplier")
            .named(27, "confidential_transfer")
            .named(37, "confidential_transfer_fee")
            .named(42, "confidential_mint_burn")
            .named(46, "permissioned_burn");

    private Token2022Table() {}

    private static long ext(int extension, int number) {
        return ProgramLayout.ext(extension, number);
    }
}

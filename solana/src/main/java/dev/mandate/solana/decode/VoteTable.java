package dev.mandate.solana.decode;

import dev.mandate.solana.decode.ProgramLayout.Mark;

/** The vote program, as far as it moves money or rights; votes themselves are of validators. Source: {@code VoteInstruction}. */
final class VoteTable {

    static final ProgramLayout TABLE = ProgramLayout.of("vote", Mark.U32)
            .row(
                    0, "initialize_account", "vote rent clock node_account",
                    "node:address voter:address withdrawer:address commission:u8", "!",
                    "Makes {vote} the vote account of {node}: {voter} votes, {withdrawer} takes the SOL, commission {commission} percent.")
            .row(
                    1, "authorize", "vote clock authority",
                    "new_authority:address authority_type:u32[voter|withdrawer]", "!",
                    "Makes {new_authority} the {authority_type} of the vote account {vote}, in place of {authority}.")
            .row(
                    3, "withdraw", "vote destination authority",
                    "lamports:lamports", "vote>destination=lamports",
                    "Withdraws {lamports} from the vote account {vote} to {destination}.")
            .row(
                    4, "update_validator_identity", "vote new_identity authority",
                    "", "!",
                    "Makes {new_identity} the validator of the vote account {vote}.")
            .row(
                    5, "update_commission", "vote authority",
                    "commission:u8", "",
                    "Sets the commission of the vote account {vote} to {commission} percent.")
            .row(
                    7, "authorize_checked", "vote clock authority new_authority",
                    "authority_type:u32[voter|withdrawer]", "!",
                    "Makes {new_authority} the {authority_type} of the vote account {vote}, in place of {authority}.")
            .row(
                    10, "authorize_with_seed", "vote clock base",
                    "authority_type:u32[voter|withdrawer] owner:address seed:seed new_authority:address", "!",
                    "Makes {new_authority} the {authority_type} of the vote account {vote}, by {base}.")
            .row(
                    11, "authorize_checked_with_seed", "vote clock base new_authority",
                    "authority_type:u32[voter|withdrawer] owner:address seed:seed", "!",
                    "Makes {new_authority} the {authority_type} of the vote account {vote}, by {base}.")
            .named(2, "vote")
            .named(6, "vote_switch")
            .named(8, "update_vote_state", "update_vote_state_switch")
            .named(12, "compact_update_vote_state", "compact_update_vote_state_switch", "tower_sync", "tower_sync_switch");

    private VoteTable() {}
}

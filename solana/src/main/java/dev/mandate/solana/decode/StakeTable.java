package dev.mandate.solana.decode;

import dev.mandate.solana.decode.ProgramLayout.Mark;

/** The stake program. Source: {@code StakeInstruction}. */
final class StakeTable {

    static final ProgramLayout TABLE = ProgramLayout.of("stake", Mark.U32)
            .row(
                    0, "initialize", "stake rent",
                    "staker:address withdrawer:address lockup_time:i64 lockup_epoch:u64 custodian:address", "!",
                    "Makes {stake} a stake account: {staker} delegates it, {withdrawer} takes the SOL, {custodian} may release its lockup.")
            .row(
                    1, "authorize", "stake clock authority custodian?",
                    "new_authority:address authority_type:u32[staker|withdrawer]", "!",
                    "Makes {new_authority} the {authority_type} of the stake account {stake}, in place of {authority}.")
            .row(
                    2, "delegate_stake", "stake vote clock stake_history stake_config authority",
                    "", "",
                    "Delegates the stake account {stake} to the validator {vote}.")
            .row(
                    3, "split", "stake new_stake authority",
                    "lamports:lamports", "stake>new_stake=lamports",
                    "Moves {lamports} of the stake account {stake} to the new stake account {new_stake}.")
            .row(
                    4, "withdraw", "stake destination clock stake_history authority custodian?",
                    "lamports:lamports", "stake>destination=lamports",
                    "Withdraws {lamports} from the stake account {stake} to {destination}.")
            .row(5, "deactivate", "stake clock authority", "", "", "Ends the delegation of the stake account {stake}.")
            .row(
                    6, "set_lockup", "stake authority",
                    "lockup_time:optional_i64 lockup_epoch:optional_u64 custodian:optional_address", "!",
                    "Locks the stake account {stake} until the time {lockup_time} and the epoch {lockup_epoch}; custodian: {custodian}.")
            .row(
                    7, "merge", "destination source clock stake_history authority",
                    "", "source>destination",
                    "Merges the stake account {source} into {destination}.")
            .row(
                    8, "authorize_with_seed", "stake base clock? custodian?",
                    "new_authority:address authority_type:u32[staker|withdrawer] seed:seed owner:address", "!",
                    "Makes {new_authority} the {authority_type} of the stake account {stake}, by {base}.")
            .row(
                    9, "initialize_checked", "stake rent staker withdrawer",
                    "", "!",
                    "Makes {stake} a stake account: {staker} delegates it, {withdrawer} takes the SOL.")
            .row(
                    10, "authorize_checked", "stake clock authority new_authority custodian?",
                    "authority_type:u32[staker|withdrawer]", "!",
                    "Makes {new_authority} the {authority_type} of the stake account {stake}, in place of {authority}.")
            .row(
                    11, "authorize_checked_with_seed", "stake base clock new_authority custodian?",
                    "authority_type:u32[staker|withdrawer] seed:seed owner:address", "!",
                    "Makes {new_authority} the {authority_type} of the stake account {stake}, by {base}.")
            .row(
                    12, "set_lockup_checked", "stake authority custodian?",
                    "lockup_time:optional_i64 lockup_epoch:optional_u64", "!",
                    "Locks the stake account {stake} until the time {lockup_time} and the epoch {lockup_epoch}; custodian: {custodian}.")
            .row(13, "get_minimum_delegation", "", "", "", "Asks for the least stake.")
            .row(
                    14, "deactivate_delinquent", "stake delinquent_vote reference_vote",
                    "", "",
                    "Ends the delegation of {stake}, whose validator {delinquent_vote} does not vote.")
            .row(
                    16, "move_stake", "source destination authority",
                    "lamports:lamports", "source>destination=lamports",
                    "Moves {lamports} of active stake from {source} to {destination}.")
            .row(
                    17, "move_lamports", "source destination authority",
                    "lamports:lamports", "source>destination=lamports",
                    "Moves {lamports} that are not staked from {source} to {destination}.");

    private StakeTable() {}
}

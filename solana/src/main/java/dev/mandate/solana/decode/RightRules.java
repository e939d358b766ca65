package dev.mandate.solana.decode;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.explain.DescribedInstruction.Decoded;
import dev.mandate.domain.explain.Field;
import dev.mandate.domain.explain.FieldValue;
import dev.mandate.domain.explain.PowerChange.Holder;
import dev.mandate.domain.explain.PowerChange.OfRight;
import dev.mandate.solana.programs.account.TokenAccount;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * Which instructions give a right to somebody else. Each line is: instruction, the field of the account, the right or the field that names it, the
 * holder before, the holder after. A holder is a field, {@code -} for nobody, or {@code ?} if the bytes do not tell it. The holder before is the
 * authority that has to sign, since its program refuses any other.
 */
final class RightRules {

    private static final Address SYSTEM = Address.ZERO;
    private static final String DELEGATE = "delegate";
    /** The holder of the withdrawing right may give these away too, so the signer need not be their holder. */
    private static final Array<String> NOT_BY_HOLDER_ALONE = Array.of("staker", "voter");

    static final Array<RightRule> RULES = Array.of("""
            system.assign account owner_program system owner
            system.assign_with_seed account owner_program system owner
            system.initialize_nonce_account nonce_account nonce_authority - authority
            system.authorize_nonce_account nonce_account nonce_authority authority new_authority
            token.approve source delegate ? delegate
            token.approve_checked source delegate ? delegate
            token.revoke source delegate ? -
            token.set_authority account {authority_type} authority new_authority
            token.initialize_mint mint mint_tokens - mint_authority
            token.initialize_mint mint freeze_account - freeze_authority
            token.initialize_mint2 mint mint_tokens - mint_authority
            token.initialize_mint2 mint freeze_account - freeze_authority
            token.initialize_mint_close_authority mint close_mint - close_authority
            token.initialize_transfer_fee_config mint transfer_fee_config - config_authority
            token.initialize_transfer_fee_config mint withheld_withdraw - withdraw_authority
            token.initialize_interest_bearing_mint mint interest_rate - rate_authority
            token.initialize_permanent_delegate mint permanent_delegate - delegate
            token.initialize_transfer_hook mint transfer_hook_program_id - authority
            token.initialize_transfer_hook mint called_program - hook_program
            token.update_transfer_hook mint called_program ? hook_program
            token.initialize_pausable_config mint pause - authority
            stake.initialize stake staker - staker
            stake.initialize stake withdrawer - withdrawer
            stake.initialize stake custodian - custodian
            stake.initialize_checked stake staker - staker
            stake.initialize_checked stake withdrawer - withdrawer
            stake.authorize stake {authority_type} authority new_authority
            stake.authorize_checked stake {authority_type} authority new_authority
            stake.authorize_with_seed stake {authority_type} ? new_authority
            stake.authorize_checked_with_seed stake {authority_type} ? new_authority
            stake.set_lockup stake custodian ? custodian
            stake.set_lockup_checked stake custodian ? custodian
            vote.initialize_account vote voter - voter
            vote.initialize_account vote withdrawer - withdrawer
            vote.authorize vote {authority_type} authority new_authority
            vote.authorize_checked vote {authority_type} authority new_authority
            vote.authorize_with_seed vote {authority_type} ? new_authority
            vote.authorize_checked_with_seed vote {authority_type} ? new_authority
            upgradeable-loader.initialize_buffer buffer upgrade_authority - authority
            upgradeable-loader.deploy_with_max_data_len program upgrade_authority - authority
            upgradeable-loader.set_authority account upgrade_authority authority new_authority
            upgradeable-loader.set_authority_checked account upgrade_authority authority new_authority
            loader-v4.transfer_authority program upgrade_authority authority new_authority
            loader-v4.finalize program upgrade_authority authority -
            address-lookup-table.freeze_lookup_table table table_authority authority -
            squads-v4.program_config_set_authority program_config program_authority authority new_authority
            """.strip().split("\n", -1)).map(RightRule::of);

    private RightRules() {}

    /** The rights that {@code decoded} gives to somebody else. */
    static Array<OfRight> changes(Decoded decoded, Map<Address, TokenAccount> tokenAccounts) {
        return RULES.filter(rule -> rule.isAbout(decoded))
                .flatMap(rule -> rule.change(decoded))
                .map(change -> readBefore(change, tokenAccounts));
    }

    private static OfRight readBefore(OfRight change, Map<Address, TokenAccount> tokenAccounts) {
        return tokenAccounts.get(change.account())
                .filter(account -> change.right().equals(DELEGATE))
                .map(account -> new OfRight(change.account(), change.right(), Holder.of(account.delegate()), change.after()))
                .getOrElse(change);
    }

    record RightRule(String instruction, String account, String right, String before, String after) {

        static RightRule of(String line) {
            Array<String> words = Array.of(line.strip().split(" ", -1));
            return new RightRule(words.get(0), words.get(1), words.get(2), words.get(3), words.get(4));
        }

        boolean isAbout(Decoded decoded) {
            String table = decoded.programName().equals("token-2022") ? "token" : decoded.programName();
            return instruction.equals(table + "." + decoded.instruction());
        }

        /** The field that names the right; none if the rule names it. */
        Option<String> rightField() {
            return Option.when(right.startsWith("{"), () -> right.substring(1, right.length() - 1));
        }

        /** None if the instruction leaves the right to its holder. */
        Option<OfRight> change(Decoded decoded) {
            String named = rightField().map(field -> text(decoded, field)).getOrElse(right);
            boolean isSignedByHolder = !NOT_BY_HOLDER_ALONE.contains(named) || before.equals("-");
            boolean isKept = decoded.instruction().startsWith("set_lockup")
                    && decoded.value(after).forAll(FieldValue.Absent.class::isInstance);
            return MoneyRule.key(decoded.fields(), account)
                    .filter(there -> !isKept)
                    .map(there -> new OfRight(
                            there,
                            named,
                            isSignedByHolder ? holder(decoded.fields(), before) : new Holder.Unknown(),
                            holder(decoded.fields(), after)));
        }

        private static String text(Decoded decoded, String field) {
            return decoded.value(field)
                    .map(value -> value instanceof FieldValue.Text(String text) ? text : Sentences.text(value))
                    .getOrElse("unknown");
        }

        private static Holder holder(Array<Field> fields, String word) {
            return switch (word) {
                case "-" -> new Holder.Nobody();
                case "?" -> new Holder.Unknown();
                case "system" -> new Holder.Known(SYSTEM);
                default -> Holder.of(MoneyRule.key(fields, word));
            };
        }
    }
}

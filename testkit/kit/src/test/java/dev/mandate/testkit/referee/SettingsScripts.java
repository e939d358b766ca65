package dev.mandate.testkit.referee;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.Period;
import dev.mandate.simulator.squads.SquadsProgram;
import dev.mandate.solana.squadsv4.ConfigAction;
import dev.mandate.solana.squadsv4.instruction.ConfigAuthorityAccounts;
import dev.mandate.solana.squadsv4.instruction.ConfigTransactionCreate;
import dev.mandate.solana.squadsv4.instruction.MultisigAddSpendingLimit;
import dev.mandate.solana.squadsv4.instruction.MultisigChange;
import dev.mandate.solana.squadsv4.instruction.MultisigCreateV2;
import dev.mandate.solana.squadsv4.instruction.MultisigRemoveSpendingLimit;
import dev.mandate.solana.squadsv4.instruction.MultisigSetConfigAuthority;
import dev.mandate.solana.squadsv4.instruction.SquadsInstruction;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/** Generates account creations, settings changes by vote and by the authority, and limits. */
final class SettingsScripts {

    private static final Option<String> NO_MEMO = Option.none();

    private final SeededChoices choices;
    private final MultisigView view;

    SettingsScripts(SeededChoices choices, MultisigView view) {
        this.choices = choices;
        this.view = view;
    }

    SquadsInstruction create() {
        Address key = ComparisonAccounts.CREATE_KEYS.get(view.number).address();
        Array<Signer> members = choices.percent(85)
                ? choices.some(1, 5, choices::person)
                        .distinct()
                        .map(person -> signer(person, choices.percent(80) ? 7 : choices.below(8)))
                : choices.some(0, 5, () -> signer(choices.person(), choices.below(10)));
        if (choices.percent(20)) {
            members = members.append(signer(ComparisonAccounts.vault(choices.below(2), 0), 7));
        }
        Option<Address> authority =
                choices.maybe(35, () -> choices.of(choices.person(), ComparisonAccounts.vault(view.number, 0), Address.ZERO));
        return new MultisigCreateV2(
                ComparisonAccounts.SQUADS.programConfig().address(),
                SquadsProgram.TREASURY,
                view.address,
                key,
                view.payer(choices),
                authority,
                choices.percent(90) ? 1 + choices.below(Math.max(1, Math.min(3, members.size()))) : choices.below(5),
                members,
                timeLock(),
                choices.maybe(60, () -> choices.of(choices.person(), ComparisonAccounts.vault(view.number, 0))),
                choices.maybe(10, () -> "memo"));
    }

    SquadsInstruction config() {
        Array<ConfigAction> actions = choices.some(choices.percent(3) ? 0 : 1, choices.of(1, 2, 4), this::action);
        return new ConfigTransactionCreate(
                view.address,
                view.transaction(view.newest() + 1),
                view.member(choices, 1),
                view.payer(choices),
                actions,
                NO_MEMO);
    }

    SquadsInstruction byAuthority() {
        Address authority = view.authority(choices);
        ConfigAuthorityAccounts accounts = new ConfigAuthorityAccounts(
                view.address, authority, choices.maybe(70, () -> view.payer(choices)), choices.percent(80));
        if (choices.percent(40) && view.hasLimits()) {
            return new MultisigRemoveSpendingLimit(
                    view.address, authority, view.someLimit(choices), choices.person(), NO_MEMO);
        }
        return switch (choices.below(11)) {
            case 0, 1 ->
                new MultisigChange(
                        accounts,
                        new SettingsAction.AddSigner(signer(choices.person(), choices.percent(70) ? 7 : choices.below(9))),
                        NO_MEMO);
            case 2 -> new MultisigChange(accounts, new SettingsAction.RemoveSigner(view.member(choices, 0)), NO_MEMO);
            case 3 ->
                new MultisigChange(
                        accounts, new SettingsAction.ChangeThreshold(new Threshold(choices.below(4))), NO_MEMO);
            case 4 -> new MultisigChange(accounts, new SettingsAction.SetTimeLock(new TimeLock(timeLock())), NO_MEMO);
            case 5 ->
                new MultisigSetConfigAuthority(
                        accounts, choices.percent(90) ? choices.person() : Address.ZERO, NO_MEMO);
            case 6 ->
                new MultisigChange(
                        accounts, new SettingsAction.SetRentCollector(choices.maybe(60, choices::person)), NO_MEMO);
            case 7, 8 -> {
                LimitTerms terms = terms();
                yield new MultisigAddSpendingLimit(
                        view.address, authority, view.limit(terms.createKey()), view.payer(choices), terms, NO_MEMO);
            }
            default ->
                new MultisigRemoveSpendingLimit(
                        view.address, authority, view.someLimit(choices), choices.person(), NO_MEMO);
        };
    }

    private ConfigAction action() {
        return switch (choices.below(11)) {
            case 0, 1, 2 ->
                change(new SettingsAction.AddSigner(signer(
                        choices.percent(90) ? choices.person() : ComparisonAccounts.vault(choices.below(2), 0),
                        choices.percent(60) ? 7 : choices.below(9))));
            case 3 -> change(new SettingsAction.RemoveSigner(view.member(choices, 0)));
            case 4 -> change(new SettingsAction.ChangeThreshold(new Threshold(choices.below(4))));
            case 5 -> change(new SettingsAction.SetTimeLock(new TimeLock(timeLock())));
            case 6, 7, 8 -> new ConfigAction.AddSpendingLimit(terms());
            case 9 -> new ConfigAction.RemoveSpendingLimit(view.someLimit(choices));
            default -> change(new SettingsAction.SetRentCollector(choices.maybe(60, choices::person)));
        };
    }

    private static ConfigAction change(SettingsAction.GovernanceAction action) {
        return new ConfigAction.Governance(action);
    }

    private static Signer signer(Address address, int mask) {
        return new Signer(address, new Permissions(mask));
    }

    private LimitTerms terms() {
        return new LimitTerms(
                choices.among(ComparisonAccounts.LIMIT_KEYS),
                choices.percent(90) ? 0 : 1,
                Token.ofMint(choices.percent(60) ? Address.ZERO : choices.among(ComparisonAccounts.MINTS)),
                BaseUnits.ofUnsignedBits(choices.percent(4) ? 0L : choices.of(1_000L, 20_000L, 2_000_000_000L, -1L)),
                choices.of(Period.values()),
                choices.percent(10)
                        ? choices.people(3)
                        : choices.some(1, 3, choices::person).distinct(),
                choices.percent(60) ? Array.empty() : choices.people(3));
    }

    private long timeLock() {
        return choices.percent(80) ? 0 : choices.of(10L, 10L, 3_600L, 3_600L, 7_776_000L, 7_776_001L);
    }
}

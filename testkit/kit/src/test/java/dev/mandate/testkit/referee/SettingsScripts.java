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

/** Accounts, changes of their settings by vote and by the authority, and limits. */
final class SettingsScripts {

    private static final Option<String> NO_MEMO = Option.none();

    private final Dice dice;
    private final View view;

    SettingsScripts(Dice dice, View view) {
        this.dice = dice;
        this.view = view;
    }

    SquadsInstruction create() {
        Address key = Stage.CREATE_KEYS.get(view.number).address();
        Array<Signer> members = dice.percent(85)
                ? dice.some(1, 5, dice::person)
                        .distinct()
                        .map(person -> signer(person, dice.percent(80) ? 7 : dice.below(8)))
                : dice.some(0, 5, () -> signer(dice.person(), dice.below(10)));
        if (dice.percent(20)) {
            members = members.append(signer(Stage.vault(dice.below(2), 0), 7));
        }
        Option<Address> authority =
                dice.maybe(35, () -> dice.of(dice.person(), Stage.vault(view.number, 0), Address.ZERO));
        return new MultisigCreateV2(
                Stage.SQUADS.programConfig().address(),
                SquadsProgram.TREASURY,
                view.address,
                key,
                view.payer(dice),
                authority,
                dice.percent(90) ? 1 + dice.below(Math.max(1, Math.min(3, members.size()))) : dice.below(5),
                members,
                timeLock(),
                dice.maybe(60, () -> dice.of(dice.person(), Stage.vault(view.number, 0))),
                dice.maybe(10, () -> "memo"));
    }

    SquadsInstruction config() {
        Array<ConfigAction> actions = dice.some(dice.percent(3) ? 0 : 1, dice.of(1, 2, 4), this::action);
        return new ConfigTransactionCreate(
                view.address,
                view.transaction(view.newest() + 1),
                view.member(dice, 1),
                view.payer(dice),
                actions,
                NO_MEMO);
    }

    SquadsInstruction byAuthority() {
        Address authority = view.authority(dice);
        ConfigAuthorityAccounts accounts = new ConfigAuthorityAccounts(
                view.address, authority, dice.maybe(70, () -> view.payer(dice)), dice.percent(80));
        if (dice.percent(40) && view.hasLimits()) {
            return new MultisigRemoveSpendingLimit(
                    view.address, authority, view.someLimit(dice), dice.person(), NO_MEMO);
        }
        return switch (dice.below(11)) {
            case 0, 1 ->
                new MultisigChange(
                        accounts,
                        new SettingsAction.AddSigner(signer(dice.person(), dice.percent(70) ? 7 : dice.below(9))),
                        NO_MEMO);
            case 2 -> new MultisigChange(accounts, new SettingsAction.RemoveSigner(view.member(dice, 0)), NO_MEMO);
            case 3 ->
                new MultisigChange(
                        accounts, new SettingsAction.ChangeThreshold(new Threshold(dice.below(4))), NO_MEMO);
            case 4 -> new MultisigChange(accounts, new SettingsAction.SetTimeLock(new TimeLock(timeLock())), NO_MEMO);
            case 5 ->
                new MultisigSetConfigAuthority(
                        accounts, dice.percent(90) ? dice.person() : Address.ZERO, NO_MEMO);
            case 6 ->
                new MultisigChange(
                        accounts, new SettingsAction.SetRentCollector(dice.maybe(60, dice::person)), NO_MEMO);
            case 7, 8 -> {
                LimitTerms terms = terms();
                yield new MultisigAddSpendingLimit(
                        view.address, authority, view.limit(terms.createKey()), view.payer(dice), terms, NO_MEMO);
            }
            default ->
                new MultisigRemoveSpendingLimit(
                        view.address, authority, view.someLimit(dice), dice.person(), NO_MEMO);
        };
    }

    private ConfigAction action() {
        return switch (dice.below(11)) {
            case 0, 1, 2 ->
                change(new SettingsAction.AddSigner(signer(
                        dice.percent(90) ? dice.person() : Stage.vault(dice.below(2), 0),
                        dice.percent(60) ? 7 : dice.below(9))));
            case 3 -> change(new SettingsAction.RemoveSigner(view.member(dice, 0)));
            case 4 -> change(new SettingsAction.ChangeThreshold(new Threshold(dice.below(4))));
            case 5 -> change(new SettingsAction.SetTimeLock(new TimeLock(timeLock())));
            case 6, 7, 8 -> new ConfigAction.AddSpendingLimit(terms());
            case 9 -> new ConfigAction.RemoveSpendingLimit(view.someLimit(dice));
            default -> change(new SettingsAction.SetRentCollector(dice.maybe(60, dice::person)));
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
                dice.among(Stage.LIMIT_KEYS),
                dice.percent(90) ? 0 : 1,
                Token.ofMint(dice.percent(60) ? Address.ZERO : dice.among(Stage.MINTS)),
                BaseUnits.ofUnsignedBits(dice.percent(4) ? 0L : dice.of(1_000L, 20_000L, 2_000_000_000L, -1L)),
                dice.of(Period.values()),
                dice.percent(10)
                        ? dice.people(3)
                        : dice.some(1, 3, dice::person).distinct(),
                dice.percent(60) ? Array.empty() : dice.people(3));
    }

    private long timeLock() {
        return dice.percent(80) ? 0 : dice.of(10L, 10L, 3_600L, 3_600L, 7_776_000L, 7_776_001L);
    }
}

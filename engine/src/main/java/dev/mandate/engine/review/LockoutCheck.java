package dev.mandate.engine.review;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.exposure.Exposures;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.content.ContentTree;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.SettingsAccount;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * Whether changes leave nobody who could change the settings of an account: of the transaction's own one, and of every other that it changes.
 *
 * @param chain for the settings of other accounts
 * @param able whether an address can ever act in an account
 */
record LockoutCheck(Chain chain, SmartAccountProgram program, BiPredicate<AccountRef, Address> able) {

    /** Accounts that are locked out by what a transaction does and records, and by that and all other content that it names. */
    record Lockouts(Array<GiveawayWarning> ofRecorded, Array<GiveawayWarning> ofAll) {}

    Either<BuildRefusal, Lockouts> of(Reviewer.Subject subject, ContentTree tree) {
        Map<AccountRef, Array<Command>> recorded = commands(tree, tree::records);
        Map<AccountRef, Array<Command>> all = commands(tree, within -> true);
        Array<AccountRef> judged = all.filterValues(commands -> !commands.forAll(LockoutCheck::keepsGovernors)).keySet().toArray();
        return judged.isEmpty()
                ? Either.right(new Lockouts(Array.empty(), Array.empty()))
                : settings(subject, judged).map(before -> new Lockouts(warnings(before, recorded), warnings(before, all)));
    }

    /**
     * The changes of accounts' settings by instructions, by content that {@code counts}, and by what is within that. Limits are left out: they
     * govern nothing.
     */
    private Map<AccountRef, Array<Command>> commands(ContentTree tree, Predicate<ContentTree.Within> counts) {
        return each(tree, counts).foldLeft(
                LinkedHashMap.<AccountRef, Array<Command>>empty(),
                (all, one) -> all.put(one._1, all.get(one._1).getOrElse(Array::empty).append(one._2)));
    }

    private Array<Tuple2<AccountRef, Command>> each(ContentTree tree, Predicate<ContentTree.Within> counts) {
        return tree.instructions()
                .flatMap(program::adminInstruction)
                .map(change -> Tuple.of(program.accountOf(change.settings()), change.command()))
                .appendAll(tree.contents().filter(counts).flatMap(within -> voted(within)
                        .toArray()
                        .appendAll(within.read().map(inner -> each(inner, any -> true)).getOrElse(Array::empty))));
    }

    private static Option<Tuple2<AccountRef, Command>> voted(ContentTree.Within within) {
        Array<SettingsAction> governing = Array.ofAll(within.content().settingsActions()).filter(SettingsAction.GovernanceAction.class::isInstance);
        return Option.when(
                governing.nonEmpty(),
                () -> Tuple.of(
                        within.account(),
                        new Command.CreateTransaction(within.account().address(), new TransactionContent.SettingsChange(governing))));
    }

    /** Nobody who could govern before is kept from it by a further signer, a time lock or a rent collector. */
    private static boolean keepsGovernors(Command command) {
        return actions(command).exists(all -> all.forAll(action -> action instanceof SettingsAction.AddSigner
                || action instanceof SettingsAction.SetTimeLock
                || action instanceof SettingsAction.SetRentCollector
                || !(action instanceof SettingsAction.GovernanceAction)));
    }

    /** None if the command changes settings in another way. */
    private static Option<Array<SettingsAction>> actions(Command command) {
        return command instanceof Command.CreateTransaction(var by, TransactionContent content)
                ? Option.some(Array.ofAll(content.settingsActions()))
                : command instanceof Command.ChangeAsAdmin(var by, SettingsAction action) ? Option.some(Array.of(action)) : Option.none();
    }

    /** The present settings of accounts; without those that do not exist yet. */
    private Either<BuildRefusal, Map<AccountRef, Settings>> settings(Reviewer.Subject subject, Array<AccountRef> accounts) {
        Either<BuildRefusal, Map<AccountRef, Settings>> own = accounts.contains(subject.account())
                ? subject.settings().read().map(read -> HashMap.ofEntries(read.map(settings -> Tuple.of(subject.account(), settings))))
                : Either.right(HashMap.empty());
        Array<AccountRef> others = accounts.remove(subject.account());
        return others.isEmpty()
                ? own
                : own.flatMap(known -> chain.accounts(others.map(account -> program.query(account.settings().address())))
                        .<BuildRefusal>mapLeft(BuildRefusal.ChainSilent::new)
                        .map(found -> known.merge(HashMap.ofEntries(others.flatMap(account -> found.owned()
                                .get(account.settings().address())
                                .flatMap(data -> program.readSettings(account.settings(), data).toOption())
                                .map(SettingsAccount::settings)
                                .map(settings -> Tuple.of(account, settings)))))));
    }

    private Array<GiveawayWarning> warnings(Map<AccountRef, Settings> before, Map<AccountRef, Array<Command>> changes) {
        return changes.toArray().flatMap(change -> before.get(change._1).flatMap(settings -> warning(change._1, settings, change._2)));
    }

    /** An account that nobody could govern before is not locked out by a change. */
    private Option<GiveawayWarning> warning(AccountRef account, Settings before, Array<Command> commands) {
        Settings after = Exposures.ofRules(program.rules(), account.address(), SmartAccount.of(before))
                .after(commands)
                .known()
                .subject()
                .settings();
        return Option.when(
                isGovernable(account, before) && !isGovernable(account, after),
                () -> new GiveawayWarning(GiveawayWarning.Code.LOCKS_OUT, 0, account.address()));
    }

    private boolean isGovernable(AccountRef account, Settings settings) {
        return settings.isGovernable(address -> able.test(account, address), account.address());
    }
}

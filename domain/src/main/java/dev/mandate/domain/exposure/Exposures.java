package dev.mandate.domain.exposure;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.domain.smartaccount.AccountRules;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.TransactionContent;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.util.function.Function;

/**
 * Answers who could take how much out of an account.
 *
 * @param rules of the account's program
 * @param known the account, and those whose vaults have a role in it
 * @param balances of the account
 * @param limits through which money can leave, kept by the chain or by the engine
 * @param engineKeys voters of the engine. They vote for what passes the account's filters, so each set of keys is taken to have their votes
 * @param newKey an address that is no signer
 * @param now by the chain's clock
 */
public record Exposures(
        AccountRules rules,
        KnownAccounts known,
        VaultBalances balances,
        Array<SpendableLimit> limits,
        Set<Address> engineKeys,
        Address newKey,
        UnixTime now) {

    /** With more signers the sets are not counted: there are too many. */
    public static final int MOST_SIGNERS = 10;

    /** The same with the keys of accounts that have a role in the account. */
    private static final int MOST_KEYS = 14;

    /** A set that drains by limits alone is searched for up to this size. */
    private static final int MOST_SPENDERS = 3;

    private static final int MOST_STEPS = 64;

    /** The account has more signers than that, with those of accounts that have a role in it. */
    public record TooManySigners(int signers, int most) {}

    /**
     * A smallest set of keys that can drain an account: none of its parts can.
     *
     * @param at when everything has left
     */
    public record DrainingSet(Array<Address> keys, UnixTime at) {}

    /**
     * What a change of the account does to its draining sets.
     *
     * @param possible the sets of keys that can drain it only after the change
     * @param impossible those that can only before
     */
    public record Difference(
            Array<DrainingSet> before, Array<DrainingSet> after, Array<DrainingSet> possible, Array<DrainingSet> impossible) {}

    /** Who could take something out of {@code account}, whatever it has; times count from 0. */
    public static Exposures ofRules(AccountRules rules, Address address, SmartAccount account) {
        Bytes32 nobody = Sha256.of(address.toArray());
        return new Exposures(
                rules,
                new KnownAccounts(address, HashMap.of(address, account)),
                new VaultBalances(HashMap.empty()),
                Array.empty(),
                HashSet.empty(),
                Address.of(nobody.toArray()),
                new UnixTime(0));
    }

    /** What {@code commands} change, once their transactions have been executed. */
    public Either<TooManySigners, Difference> difference(Array<Command> commands) {
        return drainingSets().flatMap(before -> after(commands).drainingSets()
                .map(after -> new Difference(before, after, missing(after, before), missing(before, after))));
    }

    private static Array<DrainingSet> missing(Array<DrainingSet> these, Array<DrainingSet> among) {
        return these.reject(set -> among.exists(other -> set.keys().containsAll(other.keys())));
    }

    /** The same after {@code commands}, once their transactions have been executed. What cannot be executed changes nothing. */
    public Exposures after(Array<Command> commands) {
        SmartAccount changed = commands.foldLeft(known.subject(), (before, command) -> switch (command) {
            case Command.CreateTransaction(Address by, TransactionContent content) ->
                search(HashSet.ofAll(before.settings().roster().signers().map(Signer::address)), lockOver())
                        .executed(known.with(before), content, now)
                        .getOrElse(before);
            case Command.ChangeAsAdmin change -> played(before, change);
            case Command.HandOver handOver -> played(before, handOver);
            case Command.CreateAccount create -> before;
            case Command.CreateProposal create -> before;
            case Command.ActivateProposal activate -> before;
            case Command.CastVote cast -> before;
            case Command.Execute execute -> before;
            case Command.Close close -> before;
            case Command.Spend spend -> before;
        });
        Array<SpendableLimit> added = changed.limits().toArray()
                .reject(limit -> known.subject().limits().containsKey(limit._1))
                .map(limit -> SpendableLimit.of(limit._1, limit._2, now));
        return new Exposures(
                rules,
                known.with(changed),
                balances,
                limits.filter(limit -> changed.limits().containsKey(limit.limit())).appendAll(added),
                engineKeys,
                newKey,
                now);
    }

    private SmartAccount played(SmartAccount before, Command command) {
        return rules.decide(Option.some(before), command, now)
                .toOption()
                .flatMap(events -> rules.fold(Option.some(before), events))
                .getOrElse(before);
    }

    /** The end of the time locks, for what is approved now in all accounts that are known. */
    public UnixTime lockOver() {
        return now.plusSeconds(known.all().values().map(account -> account.settings().timeLock().seconds()).sum().longValue());
    }

    /** What {@code keys} could take until {@code until}. */
    public Exposure of(Set<Address> keys, UnixTime until) {
        ExposureSearch search = search(keys, until);
        Array<Long> completable = search.completable(known, now);
        return search.control(known, now)
                .map(control -> new Exposure(Option.some(control.at()), balances.amounts(), completable, control.steps(), 0))
                .getOrElse(() -> spending(keys, until, search.withLimitsAdded(known, now), completable));
    }

    private ExposureSearch search(Set<Address> keys, UnixTime until) {
        return new ExposureSearch(rules, keys.addAll(engineKeys), newKey, until);
    }

    private record Spent(Map<Token, BaseUnits> amounts, Array<ExposureStep> steps, long leftOut) {}

    private Exposure spending(Set<Address> keys, UnixTime until, SmartAccount withLimitsAdded, Array<Long> completable) {
        Array<SpendableLimit> added = withLimitsAdded.limits().toArray()
                .filter(limit -> limits.forAll(there -> !there.limit().equals(limit._1)))
                .map(limit -> SpendableLimit.of(limit._1, limit._2, now));
        Spent spent = limits.appendAll(added)
                .filter(limit -> limit.vaultIndex() == 0 && !limit.isOver(now))
                .foldLeft(new Spent(HashMap.empty(), Array.empty(), 0), (so, limit) -> limit.entitled()
                        .find(keys::contains)
                        .map(by -> spend(so, limit, by, until))
                        .getOrElse(so));
        return new Exposure(
                Option.none(), spent.amounts(), completable, spent.steps().sortBy(ExposureStep::at), spent.leftOut());
    }

    private Spent spend(Spent before, SpendableLimit limit, Address by, UnixTime until) {
        Address destination = limit.destinations().headOption().getOrElse(by);
        BaseUnits left = balances.amounts().get(limit.token()).getOrElse(BaseUnits.ZERO)
                .minus(before.amounts().get(limit.token()).getOrElse(BaseUnits.ZERO))
                .getOrElse(BaseUnits.ZERO);
        Spent so = before;
        long windows = limit.windowsUntil(now, until);
        for (long number = 0; number <= windows && !left.isZero(); number++) {
            BaseUnits amount = smaller(left, number == 0 ? limit.window().remaining() : limit.amount());
            left = left.minus(amount).getOrElse(BaseUnits.ZERO);
            so = amount.isZero() ? so : so(so, limit.token(), amount, new ExposureStep(
                    known.account(),
                    number == 0 ? now : limit.opening(number),
                    new Command.Spend(by, limit.limit(), destination, amount)));
        }
        return so;
    }

    private static Spent so(Spent before, Token token, BaseUnits amount, ExposureStep step) {
        boolean isListed = before.steps().length() < MOST_STEPS;
        return new Spent(
                before.amounts().put(token, amount, (one, other) -> one.plus(other).getOrElse(BaseUnits.MAX)),
                isListed ? before.steps().append(step) : before.steps(),
                before.leftOut() + (isListed ? 0 : 1));
    }

    private static BaseUnits smaller(BaseUnits one, BaseUnits other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /**
     * The smallest sets of keys that can take everything, once a transaction that they approve now has waited for the time lock. The sets with fewest
     * keys come first.
     */
    public Either<TooManySigners, Array<DrainingSet>> drainingSets() {
        int signers = known.subject().settings().roster().signers().length();
        Array<Address> deciding = deciding();
        return signers > MOST_SIGNERS
                ? Either.left(new TooManySigners(signers, MOST_SIGNERS))
                : deciding.length() > MOST_KEYS ? Either.left(new TooManySigners(deciding.length(), MOST_KEYS)) : Either.right(smallest(deciding));
    }

    /** The keys that have a say, in this account or in one that has a role in it. */
    private Array<Address> deciding() {
        return known.subject().settings().roster().signers().reject(signer -> signer.permissions().equals(Permissions.NONE))
                .map(Signer::address)
                .appendAll(known.all().values().flatMap(account -> account.settings().admin().holder()))
                .appendAll(known.all()
                        .remove(known.account())
                        .values()
                        .flatMap(account -> account.settings().roster().signers().map(Signer::address)))
                .distinct()
                .removeAll(engineKeys)
                .removeAll(known.all().keySet())
                .sorted();
    }

    private Array<DrainingSet> smallest(Array<Address> deciding) {
        Array<DrainingSet> byVote = smallest(
                deciding, deciding.length(), this::role, keys -> search(keys, lockOver()).control(known, now).map(ExposureSearch.Control::at));
        Array<Address> spenders = limits.flatMap(SpendableLimit::entitled).distinct().sorted();
        Array<DrainingSet> byLimits = smallest(
                spenders,
                MOST_SPENDERS,
                key -> key,
                keys -> Option.when(balances.amounts().nonEmpty() && of(keys, now).atMost().equals(balances.amounts()), now));
        return byVote.reject(one -> byLimits.exists(less -> less.keys().length() < one.keys().length() && one.keys().containsAll(less.keys())))
                .appendAll(missing(byLimits, byVote))
                .sortBy(one -> one.keys().length());
    }

    /** Keys with equal roles can do the same: what one set of them can do, any other with the same roles can do as well. */
    private Object role(Address key) {
        boolean isNamed = known.all().values().exists(account -> account.transactions().values().exists(there -> there.content()
                .exists(content -> !content.settingsActions().isEmpty())));
        return isNamed ? key : known.all().values().toArray().map(account -> role(key, account));
    }

    private static Object role(Address key, SmartAccount account) {
        return Tuple.of(
                account.settings().roster().find(key).map(Signer::permissions),
                account.settings().admin().holder().contains(key),
                account.transactions().filterValues(there -> there.proposal().exists(proposal -> proposal.ballot().approvals().toArray().contains(key)
                        || proposal.ballot().rejections().toArray().contains(key)
                        || proposal.ballot().cancellations().toArray().contains(key))).keySet());
    }

    private static Array<DrainingSet> smallest(
            Array<Address> of, int most, Function<Address, Object> role, Function<Set<Address>, Option<UnixTime>> drained) {
        Array<Object> roles = of.map(role);
        Map<Object, Option<UnixTime>> tried = HashMap.empty();
        Array<DrainingSet> found = Array.empty();
        Array<BigInteger> foundBits = Array.empty();
        for (int size = 1; size <= Math.min(most, of.length()); size++) {
            for (Array<Integer> numbers : Array.range(0, of.length()).combinations(size)) {
                BigInteger bits = numbers.foldLeft(BigInteger.ZERO, BigInteger::setBit);
                if (foundBits.forAll(smaller -> !bits.and(smaller).equals(smaller))) {
                    Array<Address> keys = numbers.map(of::get);
                    Object together = numbers.map(roles::get).groupBy(one -> one).mapValues(Array::length);
                    Option<UnixTime> at = tried.get(together).getOrElse(() -> drained.apply(HashSet.ofAll(keys)));
                    tried = tried.put(together, at);
                    found = found.appendAll(at.map(time -> new DrainingSet(keys, time)));
                    foundBits = at.isDefined() ? foundBits.append(bits) : foundBits;
                }
            }
        }
        return found;
    }
}

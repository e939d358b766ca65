package dev.mandate.engine.tenant;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.testsupport.fuzz.Mutations;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Random;

/** A chain whose accounts have other bytes than its programs wrote, as long as it has random numbers for that. */
final class MutatedChain {

    private final Chain behind;
    private final Array<Address> owners;
    private Option<Random> random = Option.none();
    private boolean takesNothing;

    /** @param owners that an account may seem to have */
    MutatedChain(Chain behind, Array<Address> owners) {
        this.behind = behind;
        this.owners = owners;
    }

    void mutateBy(Random numbers) {
        random = Option.some(numbers);
    }

    void mutateNothing() {
        random = Option.none();
    }

    /** From now on no transaction is taken. */
    void takeNothing() {
        takesNothing = true;
    }

    Chain chain() {
        return (Chain) Proxy.newProxyInstance(Chain.class.getClassLoader(), new Class<?>[] {Chain.class}, (proxy, called, arguments) -> {
            return switch (called.getName()) {
                case "accounts" -> random.isDefined() ? accounts((Seq<?>) arguments[0]) : behind(called, arguments);
                case "ownedAccounts" -> random.isDefined() ? owned((Address) arguments[0], (Seq<?>) arguments[1]) : behind(called, arguments);
                case "send" -> takesNothing ? Either.left(new ChainFault.Unreachable("nothing is sent")) : behind(called, arguments);
                case "agreeing" -> proxy;
                case "sources" -> Array.of(proxy);
                default -> behind(called, arguments);
            };
        });
    }

    private Object behind(Method called, Object[] arguments) throws Throwable {
        try {
            return called.invoke(behind, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private Either<ChainFault, AccountsSnapshot> accounts(Seq<?> asked) {
        Seq<AccountQuery> queries = asked.map(AccountQuery.class::cast);
        return behind.accounts(AccountQuery.ofAnyOwner(queries.map(AccountQuery::address))).map(found -> mutated(found, queries));
    }

    private Either<ChainFault, AccountsSnapshot> owned(Address owner, Seq<?> asked) {
        return behind.ownedAccounts(owner, asked.map(DataMatch.class::cast))
                .map(found -> mutated(found, found.owned().keySet().toArray().map(address -> AccountQuery.ownedBy(address, owner))));
    }

    private AccountsSnapshot mutated(AccountsSnapshot found, Seq<AccountQuery> queries) {
        Random numbers = random.get();
        Map<Address, AccountData> accounts = found.owned().map((address, account) -> Tuple.of(address, mutated(account, numbers)));
        UnixTime time = numbers.nextInt(8) == 0 ? new UnixTime(Mutations.number(numbers)) : found.chainTime();
        return AccountsSnapshot.of(found.slot(), time, queries, accounts);
    }

    private AccountData mutated(AccountData account, Random numbers) {
        return new AccountData(
                numbers.nextInt(10) == 0 ? BaseUnits.ofUnsignedBits(Mutations.number(numbers)) : account.lamports(),
                numbers.nextInt(20) == 0 ? Mutations.among(owners, numbers) : account.owner(),
                numbers.nextInt(3) == 0 ? Mutations.bytes(account.data(), numbers) : account.data(),
                account.executable());
    }
}

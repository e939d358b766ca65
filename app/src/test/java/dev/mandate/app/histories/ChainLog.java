package dev.mandate.app.histories;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.solana.wire.WireTransaction;
import dev.mandate.testkit.node.Notices;
import dev.mandate.testkit.node.SolanaTestNode;
import dev.mandate.testkit.node.methods.NodeLedger;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** A simulated chain that outlives the server. It notes what each transaction did to the followed accounts. */
final class ChainLog {

    final SimulatedChain chain;
    private volatile Map<Address, AccountLog> accounts = LinkedHashMap.empty();
    private volatile Map<Signature, Sender> landed = LinkedHashMap.empty();
    private int landings;

    /** Who sent a transaction. */
    enum Sender {
        SERVER,
        ANOTHER_CLIENT
    }

    ChainLog(UnixTime start) {
        this.chain = new SimulatedChain(start);
    }

    /** Starts a node of this chain for the server. */
    SolanaTestNode node(Notices notices) {
        return SolanaTestNode.builder()
                .ledger(NodeLedger.of(chain, transaction -> send(transaction, Sender.SERVER)))
                .notices(notices)
                .start();
    }

    /** From now on what happens to an account is noted. */
    synchronized AccountLog follow(AccountRef account) {
        AccountLog log = accounts.get(account.address()).getOrElse(() -> new AccountLog(this, account));
        accounts = accounts.put(account.address(), log);
        return log;
    }

    Array<AccountLog> accounts() {
        return accounts.values().toArray();
    }

    /** What landed, without what failed. */
    Map<Signature, Sender> landed() {
        return landed;
    }

    UnixTime time() {
        return chain.accounts(Array.empty()).get().chainTime();
    }

    synchronized void pass(long seconds) {
        chain.advance(seconds);
    }

    synchronized void expireBlockhashes() {
        chain.expireBlockhashes();
    }

    /** Sends a transaction; that of another client goes through a preflight. */
    synchronized Either<ChainFault, SendOutcome> send(Bytes transaction, Sender sender) {
        Option<WireTransaction> parsed = WireTransaction.parse(transaction).toOption();
        if (parsed.isEmpty() || landed.containsKey(parsed.get().signatures().head())) {
            return chain.sendWithoutPreflight(transaction);
        }
        Signature signature = parsed.get().signatures().head();
        UnixTime time = time();
        Array<Address> named = parsed.get().message().staticKeys().toArray();
        Array<AccountLog> concerned = accounts().filter(account -> account.addresses().exists(named::contains));
        concerned.forEach(account -> account.beforeLanding(time));
        Either<ChainFault, SendOutcome> outcome = sender == Sender.SERVER ? chain.sendWithoutPreflight(transaction) : chain.send(transaction);
        if (chain.statuses(Array.of(signature)).get().head().exists(status -> status.failure().isEmpty())) {
            landed = landed.put(signature, sender);
            landings++;
            // A server that makes an account is the first who knows of it.
            named.flatMap(this::made).forEach(made -> {
                var unused = follow(made);
            });
            concerned.forEach(account -> account.afterLanding(new Landing(landings, signature, time, sender)));
        }
        return outcome;
    }

    private Option<AccountRef> made(Address address) {
        return chain.accounts(AccountQuery.ofAnyOwner(Array.of(address))).get().owned().get(address)
                .flatMap(data -> AccountLog.settings(address, data))
                .map(read -> read.ref())
                .filter(ref -> accounts.get(ref.address()).isEmpty());
    }

    /** A transaction that landed. */
    record Landing(int number, Signature signature, UnixTime time, Sender sender) {}
}

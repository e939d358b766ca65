package dev.mandate.engine.watch;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.watch.AccountChange;
import dev.mandate.domain.watch.WatchedAccount;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.watch.WatchEvent.Changed;
import dev.mandate.engine.watch.WatchEvent.Holdings;
import dev.mandate.engine.watch.WatchEvent.Source;
import dev.mandate.engine.watch.WatchEvent.Until;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A tenant's watched account as recorded.
 *
 * @param told up to where the changes of the account are told
 * @param money up to where the transfers are told, which {@code holdings} has
 * @param open transactions of which something was told, and that a fork may still take back
 */
record WatchRecord(AccountRef ref, WatchedAccount account, Holdings holdings, Until told, Until money, Array<OpenLanding> open) {

    static final EntityType<WatchRecord, WatchEvent> TYPE =
            EntityType.of("account-watch", WatchRecord.class, WatchEvent.class, WatchRecord::evolve);

    static final Projection PROJECTION = TYPE.projection();

    /**
     * A transaction of the chain that is not final.
     *
     * @param indexes of the account's transactions that it changed
     */
    record OpenLanding(Signature signature, Source source, Array<Long> indexes, Array<Transfer> transfers) {}

    private static WatchRecord evolve(Option<WatchRecord> before, WatchEvent event) {
        if (event instanceof WatchEvent.Began(AccountRef ref, WatchedAccount shown, Holdings holdings, long slot, UnixTime time, Array<Signature> last)) {
            if (before.isDefined()) {
                throw new IllegalStateException("watching begins once");
            }
            Until until = new Until(slot, time, last);
            return new WatchRecord(ref, shown, holdings, until, until, Array.empty());
        }
        return before.getOrElseThrow(() -> new IllegalStateException("watching has not begun")).after(event);
    }

    /** The transactions of which something was told, and that a fork may take back. */
    Array<Signature> openChanges() {
        return open.map(OpenLanding::signature);
    }

    /** Those of them whose transfers were told. */
    Array<Signature> openTransfers() {
        return open.filter(one -> one.transfers().nonEmpty()).map(OpenLanding::signature);
    }

    WatchRecord after(WatchEvent event) {
        return switch (event) {
            case WatchEvent.Began began -> throw new IllegalStateException("watching begins once");
            case Changed(AccountChange change, Source source) -> new WatchRecord(
                    ref,
                    account.after(change),
                    holdings,
                    told,
                    money,
                    with(source, change instanceof AccountChange.TransactionChanged one ? Array.of(one.index()) : Array.empty(), Array.empty()));
            case WatchEvent.Transferred(Transfer transfer, Source source) ->
                new WatchRecord(ref, account, holdings, told, money, with(source, Array.empty(), Array.of(transfer)));
            case WatchEvent.Finalized finalized -> this;
            case WatchEvent.Settled(Signature signature) ->
                new WatchRecord(ref, account, holdings, told, money, open.reject(one -> one.signature().equals(signature)));
            case WatchEvent.Reached(Until changes, Until transfers, Holdings held) -> new WatchRecord(ref, account, held, changes, transfers, open);
        };
    }

    private Array<OpenLanding> with(Source source, Array<Long> indexes, Array<Transfer> transfers) {
        if (source.finality() == Finality.FINALIZED || source.signature().isEmpty()) {
            return open;
        }
        Signature signature = source.signature().get();
        OpenLanding known = open.find(one -> one.signature().equals(signature))
                .getOrElse(() -> new OpenLanding(signature, source, Array.empty(), Array.empty()));
        return open.reject(one -> one.signature().equals(signature))
                .append(new OpenLanding(
                        signature,
                        known.source(),
                        known.indexes().appendAll(indexes).distinct(),
                        known.transfers().appendAll(transfers)));
    }
}

package dev.mandate.engine.watch;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.watch.AccountChange;
import dev.mandate.domain.watch.WatchedTransaction;
import dev.mandate.engine.events.EventSource.Moment;
import dev.mandate.engine.events.ToldEvent;
import dev.mandate.engine.explain.TransactionExplainer;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.engine.watch.WatchEvent.Source;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.ports.api.custody.TransactionView;
import dev.mandate.ports.api.events.EventData;
import dev.mandate.ports.api.events.EventOrigin;
import dev.mandate.ports.api.events.EventType;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * What a tenant is told of a watched account.
 *
 * @param formats to hash the meaning of content; none where nobody reads it
 */
record WatchedEvents(Option<ChainFormats> formats) {

    Option<ToldEvent> told(WatchEvent event, Moment<WatchRecord> moment) {
        return switch (event) {
            case WatchEvent.Changed(AccountChange change, Source source) ->
                data(change, source, moment).map(data -> told(moment, source, data));
            case WatchEvent.Transferred(Transfer transfer, Source source) -> Option.some(told(
                    moment,
                    source,
                    new EventData.Transferred(
                            transfer.direction() == Transfer.Direction.INFLOW ? EventType.TRANSFER_IN : EventType.TRANSFER_OUT, transfer)));
            case WatchEvent.Finalized(Transfer transfer, Source source) ->
                Option.some(told(moment, source, new EventData.Transferred(EventType.TRANSFER_FINALIZED, transfer)));
            case WatchEvent.Began began -> Option.none();
            case WatchEvent.Settled settled -> Option.none();
            case WatchEvent.Reached reached -> Option.none();
        };
    }

    private static ToldEvent told(Moment<WatchRecord> moment, Source source, EventData data) {
        RowPrefix.Own key = RowPrefix.own(moment.id());
        Address account = Address.parse(key.rest())
                .getOrElseThrow(problem -> new JournalDamagedException("stream account-watch of " + moment.id() + ": " + problem));
        return new ToldEvent(
                key.tenant(),
                source.at(),
                Option.some(key.network()),
                Option.some(account),
                source.submission().isDefined() ? EventOrigin.HERE : EventOrigin.ELSEWHERE,
                data);
    }

    private Option<EventData> data(AccountChange change, Source source, Moment<WatchRecord> moment) {
        return switch (change) {
            case AccountChange.SettingsChanged settings -> Option.when(
                    !settings.isCountAlone(),
                    () -> new EventData.SettingsChanged(ref(moment), settings.before(), settings.after()));
            case AccountChange.TransactionChanged transaction -> type(transaction.step()).map(type -> new EventData.TransactionChanged(
                    type,
                    transaction.index(),
                    transaction.after().map(after -> view(after, transaction.settings(), source)),
                    transaction.after().flatMap(after -> intent(after.transaction(), moment)),
                    transaction.by(),
                    source.signature(),
                    source.submission().map(SubmissionId::new)));
            case AccountChange.LimitChanged limit -> type(limit.step()).map(type -> new EventData.ChainLimitChanged(
                    type, limit.limit(), limit.after(), limit.by(), limit.destination(), limit.amount(), limit.replacement(), source.signature()));
        };
    }

    /** As far as it follows from what was recorded: long messages and content within content are not. */
    private Option<Bytes32> intent(ManagedTransaction transaction, Moment<WatchRecord> moment) {
        return formats.flatMap(with -> transaction.content().flatMap(content ->
                TransactionExplainer.offline(RowPrefix.own(moment.id()).network(), with).intent(ref(moment), transaction.index(), content)));
    }

    /** It is in the first event, and stays; the others need not be read for it. */
    private static AccountRef ref(Moment<WatchRecord> moment) {
        return moment.history().at(WatchRecord.TYPE, moment.id(), 1).state().ref();
    }

    /** As far as it was recorded: content is not decoded. */
    private static TransactionView view(WatchedTransaction watched, Settings settings, Source source) {
        ManagedTransaction transaction = watched.transaction();
        return new TransactionView(
                transaction,
                watched.proposer(),
                settings.makesStale(transaction.index()),
                transaction.votersUnder(settings),
                transaction.proposal()
                        .filter(proposal -> proposal instanceof Proposal.Approved && transaction.canBeExecutedUnder(settings))
                        .map(approved -> settings.timeLock().releases(approved.since())),
                Either.right(Array.empty()),
                Option.none(),
                Array.empty(),
                source.at());
    }

    private static Option<EventType> type(AccountChange.TransactionStep step) {
        return switch (step) {
            case PROPOSED -> Option.some(EventType.TRANSACTION_PROPOSED);
            case VOTED -> Option.some(EventType.TRANSACTION_VOTED);
            case APPROVED -> Option.some(EventType.TRANSACTION_APPROVED);
            case EXECUTABLE -> Option.some(EventType.TRANSACTION_EXECUTABLE);
            case EXECUTED -> Option.some(EventType.TRANSACTION_EXECUTED);
            case REJECTED -> Option.some(EventType.TRANSACTION_REJECTED);
            case CANCELLED -> Option.some(EventType.TRANSACTION_CANCELLED);
            case STALE -> Option.some(EventType.TRANSACTION_STALE);
            case CLOSED -> Option.some(EventType.TRANSACTION_CLOSED);
            case DROPPED -> Option.some(EventType.TRANSACTION_DROPPED);
            case RECORDED, DRAFTED, LAPSED, CORRECTED -> Option.none();
        };
    }

    private static Option<EventType> type(AccountChange.LimitStep step) {
        return switch (step) {
            case CREATED -> Option.some(EventType.LIMIT_CREATED);
            case USED -> Option.some(EventType.LIMIT_USED);
            case REPLACED -> Option.some(EventType.LIMIT_REPLACED);
            case REMOVED -> Option.some(EventType.LIMIT_REMOVED);
            case KEPT, CORRECTED -> Option.none();
        };
    }
}

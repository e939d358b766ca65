package dev.mandate.engine.webhook;

import dev.mandate.domain.access.Tenant;
import dev.mandate.engine.journal.RowType;
import dev.mandate.engine.webhook.WebhookRows.Due;
import dev.mandate.ports.api.events.CustodyEvent;
import dev.mandate.ports.api.webhook.WebhookId;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.CommitRefused;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.OutboxMessage;
import dev.mandate.ports.spi.journal.RowChange;
import dev.mandate.ports.spi.journal.StreamId;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * First attempts that wait for those before them. An account's events take one lane of a webhook, and of each lane one event at a time is in the outbox:
 * however many wait for a slow receiver, they cost claims nothing. The row of what is handed over comes with its message, and only one commit can insert it.
 */
final class WebhookLanes {

    /** The stream of a lane's messages. */
    static final String STREAM = "webhook-lane";

    /** A receiver that hangs takes so many workers at most. */
    private static final int LANES = 8;

    private static final int AT_ONCE = 400;
    private static final int FULL = 500;

    private final Journal journal;
    private final ServerClock clock;

    WebhookLanes(Journal journal, ServerClock clock) {
        this.journal = journal;
        this.clock = clock;
    }

    /** Why an event is sent. Keys sort in this order: what happened just now goes before what is sent again. */
    enum Reason {
        HAPPENED("0"),
        REPLAYED("1");

        private final String rank;

        Reason(String rank) {
            this.rank = rank;
        }

        private String prefix(String lane) {
            return lane + "/" + rank + "/";
        }

        private String key(String lane, long position) {
            return prefix(lane) + WebhookRows.sorting(position);
        }
    }

    static String lane(Tenant tenant, WebhookId webhook, CustodyEvent event) {
        return lane(tenant, webhook, Math.floorMod(event.account().map(Object::hashCode).getOrElse(0), LANES));
    }

    private static String lane(Tenant tenant, WebhookId webhook, int number) {
        return WebhookRows.deliveries(tenant, webhook) + number;
    }

    static RowChange waiting(String lane, Reason reason, Due due) {
        return WebhookRows.WAITING.put(reason.key(lane, due.position()), due);
    }

    /** Whether so much of a webhook waits to be sent again that more can follow later. */
    boolean isFull(Tenant tenant, WebhookId webhook) {
        return Array.range(0, LANES).exists(number -> WebhookRows.WAITING
                .page(journal, Reason.REPLAYED.prefix(lane(tenant, webhook, number)), Option.none(), FULL)
                .hasMore());
    }

    /** Hands over the next event of each of these lanes that has nothing in the outbox. */
    void handOver(Array<String> lanes) {
        lanes.distinct().grouped(AT_ONCE).forEach(some -> {
            Array<Tuple2<String, Due>> next = some.flatMap(lane -> next(lane, -1));
            if (next.nonEmpty() && isTaken(next.foldLeft(Commit.at(clock.now()), WebhookLanes::handing)) && some.length() > 1) {
                some.forEach(lane -> handOver(Array.of(lane)));
            }
        });
    }

    /** Hands over what waits without a message, since an instance stopped between two commits. */
    void handOverAll() {
        handOver(all());
    }

    /** The first event of each lane, without those that are sent again. */
    Array<Due> firsts() {
        return all().flatMap(lane -> WebhookRows.WAITING.page(journal, Reason.HAPPENED.prefix(lane), Option.none(), 1).items()).map(Tuple2::_2);
    }

    private Array<String> all() {
        Array<String> lanes = Array.empty();
        for (Option<String> lane = laneAfter(Option.none()); lane.isDefined(); lane = laneAfter(lane.map(last -> last + "/~"))) {
            lanes = lanes.appendAll(lane);
        }
        return lanes;
    }

    private Option<String> laneAfter(Option<String> key) {
        return Array.ofAll(WebhookRows.WAITING.page(journal, "", key, 1).items()).headOption().map(row -> lane(row._1));
    }

    /** Frees the lane from an event whose attempt was made, and hands over the next one. */
    void done(String lane, long position) {
        Commit done = Array.of(Reason.values())
                .map(reason -> reason.key(lane, position))
                .foldLeft(Commit.at(clock.now()), (commit, key) ->
                        commit.change(WebhookRows.WAITING.delete(key)).change(WebhookRows.HANDED_OVER.delete(key)));
        Option<Tuple2<String, Due>> next = next(lane, position);
        if (next.isEmpty() || isTaken(handing(done, next.get()))) {
            var unused = isTaken(done);
            // What was added meanwhile counted on this.
            handOver(Array.of(lane));
        }
    }

    /** What a lane hands over next, unless something other than {@code position} is in the outbox. */
    private Option<Tuple2<String, Due>> next(String lane, long position) {
        return others(WebhookRows.HANDED_OVER, lane, position).isDefined() ? Option.none() : others(WebhookRows.WAITING, lane, position);
    }

    private Option<Tuple2<String, Due>> others(RowType<Due> type, String lane, long position) {
        return Array.ofAll(type.page(journal, lane + "/", Option.none(), Reason.values().length + 1).items())
                .find(row -> row._2.position() != position);
    }

    private static Commit handing(Commit commit, Tuple2<String, Due> next) {
        return commit.change(WebhookRows.HANDED_OVER.insert(next._1, next._2))
                .sending(new OutboxMessage(
                        WebhookFeeder.TOPIC, next._2.tenant(), new StreamId(STREAM, lane(next._1)), WebhookRows.ATTEMPT.write(next._2)));
    }

    private static String lane(String key) {
        return key.substring(0, key.lastIndexOf('/', key.lastIndexOf('/') - 1));
    }

    /** Commits, unless another instance handed the same over. */
    private boolean isTaken(Commit commit) {
        Option<CommitRefused> refused = journal.commit(commit).swap().toOption();
        refused.filter(why -> !(why instanceof CommitRefused.RowPresent)).forEach(why -> {
            throw new IllegalStateException("events are not handed over: " + why);
        });
        return refused.isDefined();
    }
}

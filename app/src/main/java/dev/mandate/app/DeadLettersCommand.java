package dev.mandate.app;

import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.outbox.DeadLetter;
import dev.mandate.ports.spi.outbox.DeadLetters;
import dev.mandate.ports.spi.outbox.NoDeadLetter;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.LongFunction;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * {@code mandate dead-letters}: lists, retries or discards messages that are no longer tried. The server may run or not. Exits
 * with 1 if one of the numbers is not a dead letter; the others are processed nevertheless.
 */
@Command(
        name = "dead-letters",
        description = "Shows messages that were given up on, and has them retried or discarded.",
        footer = {
            "",
            "A dead letter holds up the messages of its topic and stream that came after it.",
            "All of this works beside a running server, which sees it at once."
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "[COMMAND]")
final class DeadLettersCommand implements Callable<Integer> {

    private static final Array<String> HEAD =
            Array.of("number", "topic", "stream", "tries", "sent", "given up", "last reason");
    private static final ServerClock CLOCK = ServerClock.of(InstantSource.system());

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private StoreOptions store = new StoreOptions();

    /** Called without a subcommand. */
    @Override
    public Integer call() {
        return list(store);
    }

    @Command(
            name = "list",
            description = "Shows them, the oldest first; so does dead-letters alone.",
            mixinStandardHelpOptions = true)
    int list(@Mixin StoreOptions store) {
        if (store != this.store) {
            requireBehind();
        }
        return store.with(store.openDeadLetters(), letters -> {
            print(all(letters));
            return 0;
        });
    }

    @Command(
            name = "retry",
            description = "Has them tried anew, at once, with as many tries as a fresh message.",
            mixinStandardHelpOptions = true)
    int retry(@Mixin StoreOptions store, @ArgGroup(exclusive = true, multiplicity = "1") Selection selection) {
        requireBehind();
        return store.with(store.openDeadLetters(), letters ->
                settle(selection.numbers(letters), "will be tried again", number -> letters.retry(number, CLOCK.now())));
    }

    @Command(
            name = "discard",
            description = "Removes them for good, undelivered. Those behind them move up.",
            mixinStandardHelpOptions = true)
    int discard(
            @Mixin StoreOptions store,
            @Parameters(paramLabel = "NUMBER", arity = "1..*", description = "Their numbers, as list shows them.")
                    List<Long> numbers) {
        requireBehind();
        return store.with(store.openDeadLetters(), letters -> settle(Array.ofAll(numbers), "is discarded", letters::discard));
    }

    /** The selected dead letters. */
    static final class Selection {

        @Parameters(paramLabel = "NUMBER", arity = "1..*", description = "Their numbers, as list shows them.")
        private List<Long> numbers = List.of();

        @picocli.CommandLine.Option(names = "--all", required = true, description = "All that there are.")
        private boolean all;

        Seq<Long> numbers(DeadLetters letters) {
            return all
                    ? DeadLettersCommand.all(letters).map(letter -> letter.message().number())
                    : Array.ofAll(numbers);
        }
    }

    /** An option before the subcommand would be ignored, and the subcommand would change another journal. */
    private void requireBehind() {
        ParseResult alone = spec.commandLine().getParseResult();
        if (alone.hasMatchedOption("--store") || alone.hasMatchedOption("--data-dir")) {
            throw new ParameterException(spec.commandLine(), "--store and --data-dir stand behind list, retry or discard");
        }
    }

    private void print(Array<DeadLetter> letters) {
        if (letters.isEmpty()) {
            out().println("No dead letters.");
            return;
        }
        UnixTime now = CLOCK.now();
        TextTable.print(out(), letters.map(letter -> cells(letter, now)).prepend(HEAD));
        out().println();
        out().println((letters.size() == 1 ? "1 dead letter." : letters.size() + " dead letters.")
                + " Each holds up those behind it: mandate dead-letters retry NUMBER, or discard NUMBER.");
    }

    private static Array<String> cells(DeadLetter letter, UnixTime now) {
        return Array.of(
                Long.toString(letter.message().number()),
                letter.message().message().topic(),
                letter.message().message().stream().toString(),
                Integer.toString(letter.attempts()),
                age(letter.message().recordedAt(), now),
                age(letter.buriedAt(), now),
                letter.reason().isEmpty() ? "-" : printable(letter.reason()));
    }

    /** Returns the age in the largest unit only, rounded down: 90 minutes are an hour. */
    static String age(UnixTime since, UnixTime now) {
        long seconds = Math.max(0, now.secondsSince(since));
        if (seconds < 60) {
            return seconds + " s ago";
        }
        if (seconds < 3_600) {
            return seconds / 60 + " min ago";
        }
        return seconds < 86_400 ? seconds / 3_600 + " h ago" : seconds / 86_400 + " d ago";
    }

    /** Stored text must not send control characters to the terminal. */
    static String printable(String text) {
        return text.replaceAll("\\p{C}+", " ");
    }

    private int settle(Seq<Long> numbers, String done, LongFunction<Option<NoDeadLetter>> change) {
        int exitCode = 0;
        for (long number : numbers) {
            Option<NoDeadLetter> missing = change.apply(number);
            if (missing.isEmpty()) {
                out().println("message " + number + " " + done);
            } else {
                err().println("message " + number + " is no dead letter: it was retried or discarded, or never was one");
                exitCode = 1;
            }
        }
        return exitCode;
    }

    private static Array<DeadLetter> all(DeadLetters letters) {
        Array<DeadLetter> found = Array.empty();
        Page<DeadLetter> page;
        do {
            long after = found.lastOption().map(last -> last.message().number()).getOrElse(0L);
            page = letters.deadLetters(after, Journal.MAX_PAGE);
            found = found.appendAll(page.items());
        } while (page.hasMore());
        return found;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}

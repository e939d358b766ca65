package dev.mandate.app;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.submission.ListedSubmission;
import dev.mandate.engine.submission.SubmissionRepository;
import dev.mandate.ports.spi.journal.Journal;
import dev.mandate.ports.spi.journal.Page;
import dev.mandate.ports.spi.outbox.DeadLetters;
import dev.mandate.ports.spi.outbox.WaitingMessage;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code mandate submissions}: what becomes of submissions. The server may run meanwhile. */
@Command(
        name = "submissions",
        description = "Lists submissions that are not final, since when, why, and when they are tried next; and those that ended within a day.",
        footer = {"", "Nothing is to be done for one that waits: it is asked after and sent again until it is final, also after a restart."},
        mixinStandardHelpOptions = true)
final class SubmissionsCommand implements Callable<Integer> {

    private static final long DAY = 86_400;
    private static final Array<String> HEAD =
            Array.of("submission", "tenant", "network", "account", "state", "since", "tries", "next", "why");

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private StoreOptions store = new StoreOptions();

    @CommandLine.Option(names = "--pending", description = "Only those that are not final.")
    private boolean pending;

    @CommandLine.Option(names = "--tenant", paramLabel = "NAME", description = "Only those of this tenant.")
    private Optional<String> tenantName = Optional.empty();

    @Override
    public Integer call() {
        Option<Tenant> tenant = Option.ofOptional(tenantName)
                .map(name -> Tenant.parse(name)
                        .getOrElseThrow(problem -> new ParameterException(spec.commandLine(), "--tenant: " + problem)));
        return store.with(store.openDeadLetters(), letters -> {
            Map<String, WaitingMessage> waiting = waiting(letters);
            return OperatorJournal.with(store, spec.commandLine().getErr(), opened -> {
                UnixTime now = OperatorJournal.CLOCK.now();
                Array<ListedSubmission> open = SubmissionRepository.listOpen(opened.journal());
                Array<ListedSubmission> ended =
                        pending ? Array.empty() : SubmissionRepository.listEnded(opened.journal(), now.plusSeconds(-DAY));
                print(open.appendAll(ended).filter(one -> tenant.forAll(one.tenant()::equals)), waiting, now);
                return 0;
            });
        });
    }

    private void print(Array<ListedSubmission> listed, Map<String, WaitingMessage> waiting, UnixTime now) {
        PrintWriter out = spec.commandLine().getOut();
        if (listed.isEmpty()) {
            out.println(pending ? "No submission is pending." : "No submission is pending, and none ended within a day.");
        } else {
            TextTable.print(out, listed.map(one -> cells(one, waiting.get(one.id().text()), now)).prepend(HEAD));
        }
    }

    private static Array<String> cells(ListedSubmission one, Option<WaitingMessage> waiting, UnixTime now) {
        return Array.of(
                one.id().text(),
                one.tenant().name(),
                one.network().name(),
                one.account().toString(),
                one.state(),
                DeadLettersCommand.age(one.since(), now),
                waiting.map(message -> Integer.toString(message.attempts())).getOrElse("-"),
                waiting.map(message -> next(message.dueAt(), now)).getOrElse("-"),
                waiting.map(WaitingMessage::reason).filter(reason -> !reason.isEmpty()).map(DeadLettersCommand::printable).getOrElse(one.why()));
    }

    private static String next(UnixTime due, UnixTime now) {
        return now.isBefore(due) ? "in " + due.secondsSince(now) + " s" : "now";
    }

    private static Map<String, WaitingMessage> waiting(DeadLetters letters) {
        Map<String, WaitingMessage> found = HashMap.empty();
        long after = 0;
        Page<WaitingMessage> page;
        do {
            page = letters.waiting(SubmissionRepository.TOPIC, after, Journal.MAX_PAGE);
            found = page.items().foldLeft(found, (all, message) -> all.put(message.message().message().stream().id(), message));
            after = page.items().lastOption().map(last -> last.message().number()).getOrElse(after);
        } while (page.hasMore());
        return found;
    }
}

package dev.mandate.conformance.run;

import dev.mandate.conformance.script.Condition;
import dev.mandate.conformance.script.Script;
import dev.mandate.conformance.script.Step;
import dev.mandate.conformance.service.Polling;
import dev.mandate.conformance.service.Secrets;
import dev.mandate.conformance.service.ServiceClient;
import dev.mandate.conformance.service.Target;
import dev.mandate.conformance.service.Waiting;
import io.vavr.control.Either;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** Plays scripts against one server. They may be played in any order. */
public final class ScriptPlayer {

    private final Target target;
    private final InstantSource clock;
    private final Secrets secrets = new Secrets();
    private final RunKeys keys;
    private final Setup setup;
    private final StepPlayer steps;

    /**
     * Starts a run, with its own keys, accounts and e-mail addresses.
     *
     * @param http sends the requests; it follows no redirects
     * @param random chooses the run's id
     */
    public ScriptPlayer(Target target, HttpClient http, InstantSource clock, Waiting waiting, SecureRandom random) {
        this.target = target;
        this.clock = clock;
        this.keys = new RunKeys(random.ints(12, 'a', 'z' + 1).collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString());
        secrets.add(target.apiKey());
        ServiceClient client = new ServiceClient(http, target, secrets);
        Polling polling = new Polling(waiting);
        Landing landing = new Landing(client, polling);
        EmailAccounts emailAccounts = new EmailAccounts(client, keys.run(), polling, secrets);
        this.setup = new Setup(client, keys, landing, emailAccounts);
        this.steps = new StepPlayer(client, keys, landing, setup, emailAccounts, polling);
    }

    /** Plays a script up to the first expectation that does not hold. */
    public ScriptResult play(Script script) {
        Either<Outcome, Values> values = Either.right(predefined());
        for (Condition condition : script.conditions()) {
            values = values.flatMap(before -> setup.meet(condition, before).mapLeft(unmet -> outcome(1, unmet)));
        }
        for (Step step : script.steps()) {
            values = values.flatMap(before -> steps.play(step, before).mapLeft(unmet -> outcome(step.line(), unmet)));
        }
        return new ScriptResult(script, values.fold(outcome -> outcome, played -> new Outcome.Passed()));
    }

    private Values predefined() {
        Instant now = clock.instant();
        return Values.empty()
                .with("network", target.network())
                .with("api_key", target.apiKey())
                .with("run", keys.run())
                .with("unix_in_a_minute", Long.toString(now.plusSeconds(60).getEpochSecond()))
                .with("unix_in_an_hour", Long.toString(now.plus(Duration.ofHours(1)).getEpochSecond()))
                .with("unix_an_hour_ago", Long.toString(now.minus(Duration.ofHours(1)).getEpochSecond()))
                .with("unix_in_two_days", Long.toString(now.plus(Duration.ofDays(2)).getEpochSecond()));
    }

    private Outcome outcome(int line, Unmet unmet) {
        return switch (unmet) {
            case Unmet.NotOffered(String why) -> new Outcome.Skipped(secrets.redact(why));
            case Unmet.Broken(String call, Checking.Mismatch mismatch) ->
                new Outcome.Failed(line, secrets.redact(call), secrets.redact(mismatch.expected()), secrets.redact(mismatch.actual()));
        };
    }
}

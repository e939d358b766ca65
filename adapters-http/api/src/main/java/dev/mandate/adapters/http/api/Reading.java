package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Headers;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.ObjectReader;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.custody.BuildRequest;
import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.Problem;
import dev.mandate.ports.tenant.Retry;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * One reading of a whole call: path, headers, query and body. What is wrong with any of them is told at once, with what the call speaks of
 * and is not there, and by the names that the client used. Mutable; serves one call by one thread.
 */
final class Reading {

    /** Spellings of one header. */
    static final LinkedHashSet<String> IDEMPOTENCY_HEADERS = LinkedHashSet.of("x-idempotency-key", "idempotency-key");

    private final TenantCall at;
    private final Query query;
    private final Either<Failure, ObjectNode> json;
    private final ObjectReader body;
    private Array<Problem> outside;

    private final Wording wording = new Wording();
    private final Subject subject;
    private final Soundness soundness;
    private boolean dryRun;
    private Supplier<Option<Failure>> objection = Option::none;

    private Reading(TenantCall at, Either<Failure, ObjectNode> json, Unknown unknown) {
        this.at = at;
        this.query = at.call().query();
        this.json = json;
        this.body = ObjectReader.of(json.getOrElse(Json::nothing), unknown);
        this.outside = at.place().swap().getOrElse(Array::empty);
        this.subject = new Subject(at, wording);
        this.soundness = new Soundness(body, query);
    }

    /** Of a call with a body. */
    static Reading of(TenantCall at, Unknown unknown) {
        return new Reading(at, at.call().body(), unknown);
    }

    /** Of a call that may have a body. */
    static Reading ofOptionalBody(TenantCall at, Unknown unknown) {
        return new Reading(at, at.call().optionalBody(), unknown);
    }

    /** Of a call whose body says nothing. */
    static Reading withoutBody(TenantCall at) {
        return new Reading(at, Either.right(Json.nothing()), Unknown.REFUSED);
    }

    ObjectReader body() {
        return body;
    }

    Query query() {
        return query;
    }

    /** What every builder's query says. */
    Building.Mode mode(Building.Choice... choices) {
        Building.Mode mode = Building.mode(query, choices);
        soundness.hangsOn(Array.of(choices).flatMap(Building.Choice::parameters));
        dryRun = mode.dryRun();
        return mode;
    }

    /** Where there is nothing to choose but whether only a verdict is asked for. */
    boolean dryRun() {
        dryRun = query.flag("dry_run");
        return dryRun;
    }

    /** The account that the path names. */
    Option<Address> account() {
        return subject.account();
    }

    /** The account that the body names. */
    Option<Address> accountInBody() {
        return subject.account(body);
    }

    /** The account's spending limit that the path names. */
    Option<Address> limit() {
        return subject.limit();
    }

    /** The index of the account's transaction that the path names; beyond what any account can have there is none. */
    Option<Long> index() {
        return subject.index();
    }

    /** What the client says so that a repetition is known as one. */
    Option<Retry> retry() {
        Array<Headers.Field> given = at.call().request().headers().anyOf(IDEMPOTENCY_HEADERS);
        if (given.isEmpty()) {
            return Option.some(new Retry.Unnamed());
        }
        String key = given.head().value();
        boolean spelled = given.size() == 1 && !key.isEmpty() && key.length() <= 128 && key.chars().allMatch(c -> c > 32 && c < 127);
        if (!spelled) {
            outside = outside.append(new Problem(
                    given.last().name(),
                    ErrorCode.BAD_HEADER,
                    "An idempotency key is one header of 1 to 128 printable ASCII characters without blanks."));
        }
        spells("x-idempotency-key", given.head().name());
        return spelled && at.place().isRight() ? Option.some(at.named(key)) : Option.none();
    }

    /** What is refused with {@code code} is told of {@code field}, where it would be told of none. */
    void blames(String field, ErrorCode code) {
        wording.blames(field, code);
    }

    /** The client calls {@code theirs} what refusals call {@code ours}. */
    void spells(String ours, String theirs) {
        wording.spells(ours, theirs);
    }

    /** The same of each of these. */
    void spells(Map<String, String> theirsByOurs) {
        wording.spells(theirsByOurs);
    }

    /** What rules say of {@code field} hangs on what stands in {@code reason}, be {@code field} there or not. */
    void follows(String field, String reason) {
        soundness.follows(field, reason);
    }

    /** What is refused whatever else is or is not. */
    void requires(Supplier<Option<Failure>> refused) {
        Supplier<Option<Failure>> before = objection;
        objection = () -> Array.of(before.get(), refused.get()).flatMap(found -> found).reduceOption(Failure::and);
    }

    /** What can be said of that which could be read, where something is wrong with what could not. */
    interface Rest {
        Option<Failure> refused(Array<Problem> wrong);
    }

    /** What is asked of the engine, if what it is about could be read. */
    interface Asked {
        Option<? extends Either<Failure, ? extends BuildRequest>> request();
    }

    /** What is refused of it, whatever it is about. */
    interface Anywhere {
        Option<Failure> refused();
    }

    /** Builds what was read, unless something is wrong with it. */
    Either<Failure, Answer> builds(Building.Mode mode, Anywhere anywhere, Asked asked) {
        return builds(mode, anywhere, asked, (refused, wrong) -> Option.some(refused));
    }

    /** What is still to be said of what is refused, where so much is wrong. */
    interface Remainder {
        Option<Failure> of(Failure refused, Array<Problem> wrong);
    }

    /** The same where what is wrong leaves more open. */
    Either<Failure, Answer> builds(Building.Mode mode, Anywhere anywhere, Asked asked, Remainder remainder) {
        return then(
                () -> missing(Building.answer(at, mode, asked.request().get()), anywhere),
                wrong -> refusal(anywhere, asked, wrong).flatMap(refused -> remainder.of(refused, wrong)));
    }

    /** Builds it, and has the chain try it. */
    Either<Failure, Answer> buildsAndTries(Building.Mode mode, Anywhere anywhere, Asked asked) {
        return then(
                () -> missing(Building.simulating(at, mode, asked.request().get()), anywhere),
                wrong -> refusal(anywhere, asked, wrong));
    }

    /** Where what it is about is not there, what would be refused of it anywhere is told as well. */
    private static Either<Failure, Answer> missing(Either<Failure, Answer> answer, Anywhere anywhere) {
        return answer.mapLeft(refused -> refused.code().status() == 404
                ? anywhere.refused().map(refused::and).getOrElse(refused)
                : refused);
    }

    /** By an unknown right it is as if it were about anything. */
    private Option<Failure> refusal(Anywhere anywhere, Asked asked, Array<Problem> wrong) {
        return Option.when(soundness.knowsTheRight(wrong) && subject.missing().isEmpty(), asked::request)
                .flatMap(request -> request)
                .fold(anywhere::refused, request -> Building.refusal(at, request));
    }

    /** Goes on with what was read, unless something is wrong with it. */
    Either<Failure, Answer> then(Supplier<Either<Failure, Answer>> work) {
        return then(work, wrong -> Option.none());
    }

    /** The same. */
    Either<Failure, Answer> then(Supplier<Either<Failure, Answer>> work, Rest rest) {
        Array<Problem> problems = problems();
        Either<Failure, Answer> answer = problems.isEmpty()
                ? subject.beyondAll()
                        .orElse(() -> objection.get().map(wording::of))
                        .map(refused -> besides(refused, rest))
                        .<Either<Failure, Answer>>map(Either::left)
                        .getOrElse(() -> work.get().mapLeft(wording::of))
                : Either.left(orMissing(told(problems, rest)));
        return answer.<Either<Failure, Answer>>fold(this::verdict, Either::right)
                .map(told -> told.ignoring(body.ignored().appendAll(query.ignored())));
    }

    private Failure besides(Failure refused, Rest rest) {
        return orMissing(rest.refused(Array.empty())
                .map(wording::of)
                .filter(Wording::isOfTheRequest)
                .map(refused::and)
                .getOrElse(refused));
    }

    private Failure orMissing(Failure refused) {
        return subject.missing().map(missing -> missing.and(refused)).getOrElse(refused);
    }

    private Array<Problem> problems() {
        Array<Problem> inBody =
                json.fold(Failure::problems, object -> body.finish(() -> object).swap().getOrElse(Array::empty));
        return outside.appendAll(subject.problems()).appendAll(query.problems()).appendAll(inBody);
    }

    /** What breaks a rule is the answer to a dry run, and not a refusal to answer. */
    private Either<Failure, Answer> verdict(Failure failure) {
        return dryRun && (Verdicts.isVerdict(failure) || Verdicts.isOfTheOperatorsMeans(failure))
                ? Either.right(Answer.ok(Verdicts.refused(failure)))
                : Either.left(failure);
    }

    private Failure told(Array<Problem> problems, Rest rest) {
        Failure wrong = Failure.of(problems);
        return at.place().isRight() && soundness.isClear(problems)
                ? Array.of(soundness.knowsTheRight(problems) ? objection.get() : Option.<Failure>none(), rest.refused(problems))
                        .flatMap(found -> found)
                        .flatMap(found -> wording.of(found).only(problem -> soundness.holds(problem, problems)))
                        .foldLeft(wrong, Wording::both)
                : wrong;
    }
}

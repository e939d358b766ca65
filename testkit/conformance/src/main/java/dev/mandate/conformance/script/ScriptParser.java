package dev.mandate.conformance.script;

import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads scripts. Strict: an unknown word, a variable that nothing sets, or a missing promise is an error with its line. */
public final class ScriptParser {

    /** Variables that each script has. */
    private static final Set<String> PREDEFINED = HashSet.of("network", "api_key", "run", "unix_in_a_minute", "unix_in_an_hour", "unix_an_hour_ago", "unix_in_two_days");

    private static final Set<String> WORDS = HashSet.of(
            "promise", "contract", "given", "call", "header", "body", "text", "pad", "stamp", "until", "expect", "save", "sign", "submit", "approve", "payload",
            "draft", "fund", "advance", "code", "open");

    private static final String NAME = Template.NAME;
    private static final Pattern CALL = Pattern.compile("(GET|POST|PUT|PATCH|DELETE) (/\\S*)");
    private static final Pattern HEADER = Pattern.compile("([a-z0-9-]+): (.+)");
    private static final Pattern SAVE = Pattern.compile("(" + NAME + ") = ((?:/[^/\\s]*)+)");
    private static final Pattern SIGN = Pattern.compile("(" + NAME + ") = (\\S+) by (.+)");
    private static final Pattern APPROVE = Pattern.compile("(" + NAME + ") = (\\S+) by (" + NAME + ")");
    private static final Pattern DRAFT =
            Pattern.compile("(" + NAME + ") = ([0-9]{1,15}) lamports from (\\S+) to (\\S+)");
    private static final Pattern PAYLOAD = Pattern.compile("(" + NAME + ") = (\\{.+})");
    private static final Pattern PAD = Pattern.compile("([0-9]{1,7}) bytes");
    private static final Pattern DRAFT_MEMO = Pattern.compile("(" + NAME + ") = a memo of ([0-9]{3,4}) instruction bytes by (\\S+)");
    private static final Pattern SUBMIT = Pattern.compile("(\\S+) for (\\S+)");
    private static final Pattern FUND = Pattern.compile("([0-9]{1,15}) lamports for (\\S+)");
    private static final Pattern ADVANCE = Pattern.compile("([0-9]{1,8}) seconds");
    private static final Pattern CODE = Pattern.compile("(" + NAME + ") = mail to (" + NAME + ")");
    private static final Pattern OPEN_KEY = Pattern.compile("(" + NAME + ") = (\\S+) (\\S+) by (" + NAME + ")");
    private static final Pattern OPEN_BUNDLE = Pattern.compile("(" + NAME + ") = bundle (\\S+) by (" + NAME + ")");

    private final Array<ScriptLine> lines;
    private final String name;
    private Set<String> variables = PREDEFINED;
    private Set<String> keys = HashSet.empty();
    private Set<String> encryptionKeys = HashSet.empty();
    private Set<String> sessionKeys = HashSet.empty();
    private Set<String> mailboxes = HashSet.empty();
    private int at;

    private ScriptParser(String name, Array<ScriptLine> lines) {
        this.name = name;
        this.lines = lines;
    }

    /**
     * Reads a script.
     *
     * @param name the path of its file without the ending
     */
    public static Either<ScriptProblem, Script> parse(String name, String text) {
        return ScriptLine.split(name, text).flatMap(lines -> {
            try {
                return Either.right(new ScriptParser(name, lines).script());
            } catch (MalformedScript malformed) {
                return Either.left(malformed.problem());
            }
        });
    }

    private Script script() throws MalformedScript {
        for (ScriptLine line : lines) {
            if (!WORDS.contains(line.word())) {
                throw new MalformedScript(line.problem("there is no \"" + line.word() + ":\""));
            }
        }
        String promise = text("promise");
        String contract = text("contract");
        Array<Condition> conditions = Array.empty();
        while (isAt("given")) {
            conditions = conditions.append(condition(next()));
        }
        Array<Step> steps = Array.empty();
        while (at < lines.size()) {
            steps = steps.append(step(next()));
        }
        if (steps.filter(Step.Call.class::isInstance).isEmpty()) {
            throw new MalformedScript(new ScriptProblem(name, lines.last().number(), "no call"));
        }
        return new Script(name, promise, contract, conditions, steps);
    }

    private String text(String word) throws MalformedScript {
        if (!isAt(word)) {
            int line = at < lines.size() ? lines.get(at).number() : lines.lastOption().map(ScriptLine::number).getOrElse(1);
            throw new MalformedScript(new ScriptProblem(name, line, "\"" + word + ":\" is missing here"));
        }
        ScriptLine line = next();
        if (line.rest().isEmpty()) {
            throw new MalformedScript(line.problem("no text"));
        }
        return line.rest();
    }

    private boolean isAt(String word) {
        return at < lines.size() && lines.get(at).word().equals(word);
    }

    private ScriptLine next() {
        return lines.get(at++);
    }

    private Condition condition(ScriptLine line) throws MalformedScript {
        Condition condition = ConditionParser.parse(line);
        switch (condition) {
            case Condition.Keys(Array<String> names) -> {
                keys = keys.addAll(names);
                names.forEach(this::define);
            }
            case Condition.Account(String account, Condition.Sharing sharing, Condition.AccountTerms terms) -> {
                require(line, terms.signers().map(Condition.SignerTerms::key).appendAll(terms.admin()).appendAll(terms.rentCollector()), keys, "key");
                define(account);
                define(account + ".settings");
            }
            case Condition.Funds(long lamports, Array<String> names) -> require(line, names, variables, "address");
            case Condition.Clock() -> {}
            case Condition.OnNetwork(String network) -> {}
            case Condition.Mailbox(String mailbox) -> {
                mailboxes = mailboxes.add(mailbox);
                define(mailbox);
            }
            case Condition.Session(String session) -> {
                sessionKeys = sessionKeys.add(session);
                mailboxes = mailboxes.add(session);
                Array.of("", ".account", ".signer", ".user_id").forEach(part -> define(session + part));
            }
            case Condition.EncryptionKey(String key) -> {
                encryptionKeys = encryptionKeys.add(key);
                Array.of(".spki", ".compressed_spki", ".hex").forEach(part -> define(key + part));
            }
            case Condition.Offered(String method, String path) -> {}
        }
        return condition;
    }

    private void define(String variable) {
        variables = variables.add(variable);
    }

    private static void require(ScriptLine line, Array<String> names, Set<String> known, String kind) throws MalformedScript {
        for (String name : names) {
            if (!known.contains(name)) {
                throw new MalformedScript(line.problem("no " + kind + " \"" + name + "\""));
            }
        }
    }

    private void requireVariables(ScriptLine line, String text) throws MalformedScript {
        require(line, Array.ofAll(Template.variables(text)), variables, "variable");
    }

    /** Returns {@code text} if all its variables are set. */
    private String filled(ScriptLine line, String text) throws MalformedScript {
        requireVariables(line, text);
        return text;
    }

    private Step step(ScriptLine line) throws MalformedScript {
        return switch (line.word()) {
            case "call" -> call(line);
            case "sign" -> {
                Matcher found = match(line, SIGN, "NAME = TRANSACTION by KEY…");
                Array<String> signers = Array.of(found.group(3).split(" ", -1));
                require(line, signers, keys, "key");
                String transaction = filled(line, found.group(2));
                define(found.group(1));
                yield new Step.Sign(line.number(), found.group(1), transaction, signers);
            }
            case "approve" -> {
                Matcher found = match(line, APPROVE, "NAME = PAYLOAD by SESSION");
                require(line, Array.of(found.group(3)), sessionKeys.addAll(encryptionKeys), "session key");
                String payload = filled(line, found.group(2));
                define(found.group(1));
                yield new Step.Approve(line.number(), found.group(1), payload, found.group(3));
            }
            case "draft" -> draft(line);
            case "payload" -> {
                Matcher found = match(line, PAYLOAD, "NAME = {JSON object}");
                String json = ExpectationParser.requireJson(line, filled(line, found.group(2)));
                define(found.group(1));
                yield new Step.Payload(line.number(), found.group(1), json);
            }
            case "submit" -> {
                Matcher found = match(line, SUBMIT, "TRANSACTION for ACCOUNT");
                yield new Step.Submit(line.number(), filled(line, found.group(1)), filled(line, found.group(2)));
            }
            case "fund" -> {
                Matcher found = match(line, FUND, "N lamports for ADDRESS");
                yield new Step.Fund(line.number(), Long.parseLong(found.group(1)), filled(line, found.group(2)));
            }
            case "advance" -> new Step.Advance(line.number(), Long.parseLong(match(line, ADVANCE, "N seconds").group(1)));
            case "code" -> {
                Matcher found = match(line, CODE, "NAME = mail to MAILBOX");
                require(line, Array.of(found.group(2)), mailboxes, "mailbox");
                define(found.group(1));
                yield new Step.Code(line.number(), found.group(1), found.group(2));
            }
            case "open" -> open(line);
            case String other -> throw new MalformedScript(line.problem("\"" + other + ":\" has no meaning here"));
        };
    }

    private Step draft(ScriptLine line) throws MalformedScript {
        Matcher memo = DRAFT_MEMO.matcher(line.rest());
        boolean isMemo = memo.matches();
        Matcher found = isMemo
                ? memo
                : match(line, DRAFT, "NAME = N lamports from ADDRESS to ADDRESS, or NAME = a memo of N instruction bytes by ADDRESS");
        String address = filled(line, found.group(3));
        Step step = isMemo
                ? new Step.DraftMemo(line.number(), found.group(1), Integer.parseInt(found.group(2)), address)
                : new Step.Draft(line.number(), found.group(1), Long.parseLong(found.group(2)), address, filled(line, found.group(4)));
        define(found.group(1));
        return step;
    }

    private Step open(ScriptLine line) throws MalformedScript {
        Matcher bundle = OPEN_BUNDLE.matcher(line.rest());
        boolean isBundle = bundle.matches();
        Matcher found = isBundle ? bundle : match(line, OPEN_KEY, "NAME = ENCAPSULATED_KEY CIPHERTEXT by KEY, or NAME = bundle BUNDLE by KEY");
        String by = isBundle ? found.group(3) : found.group(4);
        require(line, Array.of(by), encryptionKeys, "encryption key");
        String first = filled(line, found.group(2));
        Step step = isBundle
                ? new Step.OpenBundle(line.number(), found.group(1), first, by)
                : new Step.OpenKey(line.number(), found.group(1), first, filled(line, found.group(3)), by);
        sessionKeys = sessionKeys.add(found.group(1));
        define(found.group(1) + ".hex");
        return step;
    }

    private Step.Call call(ScriptLine line) throws MalformedScript {
        Matcher request = match(line, CALL, "METHOD /path");
        String path = filled(line, request.group(2));
        Array<Tuple2<String, String>> headers = Array.empty();
        while (isAt("header")) {
            ScriptLine header = next();
            Matcher found = match(header, HEADER, "name: value");
            headers = headers.append(Tuple.of(found.group(1), filled(header, found.group(2))));
        }
        Option<String> body = body();
        Option<Integer> pad = Option.none();
        if (isAt("pad")) {
            pad = Option.some(Integer.valueOf(match(next(), PAD, "N bytes").group(1)));
        }
        Option<String> stamp = Option.none();
        if (isAt("stamp")) {
            ScriptLine by = next();
            require(by, Array.of(by.rest()), sessionKeys, "session key");
            stamp = Option.some(by.rest());
        }
        Array<Expectation> until = expectations("until");
        Array<Expectation> expectations = expectations("expect");
        if (until.isEmpty() && expectations.isEmpty()) {
            throw new MalformedScript(line.problem("a call without \"expect:\""));
        }
        Array<Tuple2<String, String>> saves = Array.empty();
        while (isAt("save")) {
            ScriptLine save = next();
            Matcher found = match(save, SAVE, "NAME = /pointer");
            define(found.group(1));
            saves = saves.append(Tuple.of(found.group(1), found.group(2)));
        }
        return new Step.Call(line.number(), request.group(1), path, headers, body, pad, stamp, until, expectations, saves);
    }

    /** A body is JSON; a text is sent as it stands. */
    private Option<String> body() throws MalformedScript {
        if (isAt("text")) {
            ScriptLine text = next();
            return Option.some(filled(text, text.rest()));
        }
        if (!isAt("body")) {
            return Option.none();
        }
        ScriptLine body = next();
        return Option.some(ExpectationParser.requireJson(body, filled(body, body.rest())));
    }

    private Array<Expectation> expectations(String word) throws MalformedScript {
        Array<Expectation> read = Array.empty();
        while (isAt(word)) {
            ScriptLine line = next();
            requireVariables(line, line.rest());
            read = read.append(ExpectationParser.parse(line));
        }
        return read;
    }

    private static Matcher match(ScriptLine line, Pattern pattern, String form) throws MalformedScript {
        Matcher found = pattern.matcher(line.rest());
        if (!found.matches()) {
            throw new MalformedScript(line.problem("not of the form \"" + line.word() + ": " + form + "\""));
        }
        return found;
    }
}

package dev.mandate.conformance.script;

import dev.mandate.conformance.script.Condition.AccountTerms;
import dev.mandate.conformance.script.Condition.Sharing;
import dev.mandate.conformance.script.Condition.SignerTerms;
import io.vavr.collection.Array;
import io.vavr.control.Option;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what follows {@code given:}. */
final class ConditionParser {

    private static final Array<String> ALL = Array.of("CAN_INITIATE", "CAN_VOTE", "CAN_EXECUTE");
    private static final String NAME = "[a-z][a-z0-9_]*";
    private static final Pattern KEYS = Pattern.compile("keys (" + NAME + "(?: " + NAME + ")*)");
    private static final Pattern SIGNER = Pattern.compile("(" + NAME + ")(?:\\[((?:CAN_INITIATE|CAN_VOTE|CAN_EXECUTE)(?:\\+(?:CAN_INITIATE|CAN_VOTE|CAN_EXECUTE))*)?])?");
    private static final Pattern ACCOUNT = Pattern.compile("(new )?account (" + NAME + ") of ([^,]+), threshold ([0-9]{1,2})"
            + "(?:, time_lock ([0-9]{1,8}))?(?:, admin (" + NAME + "))?(?:, rent_collector (" + NAME + "))?");
    private static final Pattern FUNDS = Pattern.compile("([0-9]{1,15}) lamports for (" + NAME + "(?:\\.[a-z]+)?(?: " + NAME + "(?:\\.[a-z]+)?)*)");
    private static final Pattern ONE = Pattern.compile("(mailbox|session|encryption key) (" + NAME + ")");
    private static final Pattern OFFERED = Pattern.compile("the server offers (GET|POST|PUT|PATCH|DELETE) (/\\S+)");

    private ConditionParser() {}

    static Condition parse(ScriptLine line) throws MalformedScript {
        String text = line.rest();
        Matcher keys = KEYS.matcher(text);
        Matcher account = ACCOUNT.matcher(text);
        Matcher funds = FUNDS.matcher(text);
        Matcher one = ONE.matcher(text);
        Matcher offered = OFFERED.matcher(text);
        if (keys.matches()) {
            return new Condition.Keys(Array.of(keys.group(1).split(" ", -1)));
        } else if (account.matches()) {
            return account(line, account);
        } else if (funds.matches()) {
            return new Condition.Funds(Long.parseLong(funds.group(1)), Array.of(funds.group(2).split(" ", -1)));
        } else if (text.equals("a clock that can be advanced")) {
            return new Condition.Clock();
        } else if (text.equals("the network mainnet") || text.equals("the network devnet")) {
            return new Condition.OnNetwork(text.substring("the network ".length()));
        } else if (offered.matches()) {
            return new Condition.Offered(offered.group(1), offered.group(2));
        } else if (one.matches()) {
            return switch (one.group(1)) {
                case "mailbox" -> new Condition.Mailbox(one.group(2));
                case "session" -> new Condition.Session(one.group(2));
                case String key -> new Condition.EncryptionKey(one.group(2));
            };
        }
        throw new MalformedScript(line.problem("no such condition"));
    }

    private static Condition account(ScriptLine line, Matcher found) throws MalformedScript {
        Array<SignerTerms> signers = Array.empty();
        for (String text : found.group(3).split(" ", -1)) {
            Matcher signer = SIGNER.matcher(text);
            if (!signer.matches()) {
                throw new MalformedScript(line.problem("no signer: \"" + text + "\""));
            }
            Array<String> permissions = text.endsWith("]") ? Option.of(signer.group(2)).map(all -> Array.of(all.split("\\+", -1))).getOrElse(Array.empty()) : ALL;
            signers = signers.append(new SignerTerms(signer.group(1), permissions));
        }
        return new Condition.Account(
                found.group(2),
                found.group(1) == null ? Sharing.SHARED : Sharing.OWN,
                new AccountTerms(
                        signers,
                        Integer.parseInt(found.group(4)),
                        Option.of(found.group(5)).map(Long::valueOf).getOrElse(0L),
                        Option.of(found.group(6)),
                        Option.of(found.group(7))));
    }
}

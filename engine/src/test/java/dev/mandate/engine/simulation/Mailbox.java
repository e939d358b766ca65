package dev.mandate.engine.simulation;

import dev.mandate.domain.authority.ChallengeId;
import dev.mandate.ports.spi.mail.CodeMail;
import dev.mandate.ports.spi.mail.MailFault;
import dev.mandate.ports.spi.mail.MailTransport;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Takes mail. While it is bad, half of the mail is refused for now. */
final class Mailbox implements MailTransport {

    private final RandomGenerator random;
    private final Set<Integer> crashed;
    private final Map<ChallengeId, Integer> taken = new HashMap<>();
    private boolean isBad;
    private int step;

    private final Consumer<String> violations;

    /** @param crashed steps in which an instance crashed */
    Mailbox(RandomGenerator random, Set<Integer> crashed, Consumer<String> violations) {
        this.random = random;
        this.crashed = crashed;
        this.violations = violations;
    }

    void become(boolean bad) {
        isBad = bad;
    }

    void atStep(int number) {
        step = number;
    }

    @Override
    public Option<MailFault> send(CodeMail mail) {
        Option<Integer> before = Option.of(taken.get(mail.challenge()));
        before.filter(at -> !crashed.contains(at)).forEach(at -> violations.accept("the mail of " + mail.challenge() + " is sent again"));
        if (isBad && random.nextBoolean()) {
            return Option.some(new MailFault.Temporary("try later"));
        }
        taken.put(mail.challenge(), step);
        return Option.none();
    }

    /** What was sent from a journal that is lost may be sent again. */
    void forget() {
        taken.clear();
    }

    boolean hasTaken(ChallengeId challenge) {
        return taken.containsKey(challenge);
    }

    int challenges() {
        return taken.size();
    }
}

package dev.mandate.domain.authority;

import dev.mandate.domain.kernel.UnixTime;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * An e-mail address of a tenant on a network, and what is known of it. {@link EmailIdentityRules} changes it.
 *
 * @param starts the newest challenges' times, oldest first, as far as they count for a limit
 * @param challenge the newest one; it voids those before
 * @param registration its key and account; none until a code was right
 * @param sessions those that had not ended when the newest began, oldest first
 * @param refresh the answer to the newest refreshing of a session
 * @param replaced the session that it ended; it may still repeat that request
 */
public record EmailIdentity(
        EmailAddress email,
        Seq<UnixTime> starts,
        Option<Challenge> challenge,
        Option<Registration> registration,
        Seq<Session> sessions,
        Option<SessionProof> refresh,
        Option<Session> replaced) {

    /** The sessions whose keys may sign at {@code now}. */
    public Seq<Session> aliveAt(UnixTime now) {
        return sessions.filter(session -> session.isAlive(now));
    }

    /** What is left of it after a loss of commits that was accepted at {@code lossAt}: challenges and sessions that began later. */
    public EmailIdentity sinceLoss(UnixTime lossAt) {
        return new EmailIdentity(
                email,
                starts,
                challenge.filter(one -> lossAt.isBefore(one.startedAt())),
                registration,
                sessions.filter(session -> lossAt.isBefore(session.beganAt())),
                refresh.filter(proof -> lossAt.isBefore(proof.session().beganAt())),
                replaced.filter(session -> lossAt.isBefore(session.beganAt())));
    }

    EmailIdentity started(Challenge next, Seq<UnixTime> times) {
        return new EmailIdentity(email, times, Option.some(next), registration, sessions, refresh, replaced);
    }

    EmailIdentity with(Challenge changed) {
        return new EmailIdentity(email, starts, Option.some(changed), registration, sessions, refresh, replaced);
    }

    EmailIdentity with(Registration changed) {
        return new EmailIdentity(email, starts, challenge, Option.some(changed), sessions, refresh, replaced);
    }

    EmailIdentity with(Seq<Session> changed) {
        return new EmailIdentity(email, starts, challenge, registration, changed, refresh, replaced);
    }

    EmailIdentity refreshed(SessionProof proof, Session before) {
        return new EmailIdentity(email, starts, challenge, registration, sessions, Option.some(proof), Option.some(before));
    }
}

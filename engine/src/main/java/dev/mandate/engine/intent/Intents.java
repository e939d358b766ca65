package dev.mandate.engine.intent;

import dev.mandate.engine.accounts.AccountRecords;
import dev.mandate.engine.audit.LostCommits;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.intent.Intent;
import dev.mandate.domain.intent.IntentAuthority;
import dev.mandate.domain.intent.IntentRefusal;
import dev.mandate.domain.intent.IntentRules;
import dev.mandate.domain.intent.IntentTerms;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.engine.journal.EntityType;
import dev.mandate.engine.journal.Projection;
import dev.mandate.engine.journal.Repository;
import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.journal.JournalDamagedException;
import dev.mandate.ports.spi.keys.SignatureCheck.Verdict;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;

/**
 * Verifies the signed intents of a tenant, and spends them. An intent has its effect in the commit that spends its nonce, so it has
 * it once.
 */
public final class Intents {

    private static final EntityType<Accepted, Accepted> TYPE =
            EntityType.once("intent", Accepted.class, Accepted.class, accepted -> accepted);

    /** An intent's row has the content of its event. */
    public static final Projection PROJECTION = TYPE.projection();

    private final EngineParts parts;
    private final Repository<Accepted, Accepted> accepted;
    private final AccountRecords records;
    private final ManagedAuthorities managed;

    public Intents(EngineParts parts, ManagedAuthorities managed) {
        this.parts = parts;
        this.accepted = parts.journal().own(TYPE);
        this.records = new AccountRecords(parts.journal());
        this.managed = managed;
    }

    /**
     * An intent that had its effect.
     *
     * @param content the signed text
     */
    private record Accepted(String content, Seq<Evidence> by) {}

    /**
     * A signature that was verified.
     *
     * @param key that signed: the address, or the key of its authority in hexadecimal
     */
    private record Evidence(Address address, String key, Bytes signature) {}

    /** A verified intent. Only {@link #verify} makes one. */
    public static final class VerifiedIntent {

        private final String id;
        private final Intent intent;
        private final Seq<Evidence> by;

        private VerifiedIntent(String id, Intent intent, Seq<Evidence> by) {
            this.id = id;
            this.intent = intent;
            this.by = by;
        }

        /** Those whose signatures were verified. */
        public Seq<Address> signers() {
            return by.map(Evidence::address);
        }
    }

    /**
     * The intent, if its content is exactly what is asked, it is good now by the later of both clocks, every signature is valid, and the authority has
     * signed.
     *
     * @param agreed the account, as it was just read from the chain
     * @param terms what is asked
     */
    public Either<IntentRefusal, VerifiedIntent> verify(
            Agreed<AccountView> agreed, IntentTerms terms, IntentAuthority authority, SignedIntent given) {
        AccountView account = agreed.value();
        Address address = account.ref().address();
        Intent intent = new Intent(parts.network(), address, terms, given.nonce(), given.expiresAt());
        UnixTime now = Array.of(parts.clock().now(), account.at()).max().get();
        return IntentRules.requireContent(intent, given.content())
                .flatMap(same -> IntentRules.requireInTime(same, now))
                .flatMap(timely -> IntentRules.requireSinceLoss(timely, LostCommits.acceptedAt(parts.journal().journal())))
                .flatMap(timely -> evidence(timely, given.signatures()))
                .flatMap(by -> IntentRules.requireAuthority(
                                intent,
                                authority,
                                account.settings(),
                                managed.policySigners(address).toSet(),
                                by.map(Evidence::address).toSet())
                        .map(authorized -> new VerifiedIntent(address + "/" + intent.nonce(), authorized, by)));
    }

    private Either<IntentRefusal, Seq<Evidence>> evidence(Intent intent, Array<SignedIntent.By> signatures) {
        Bytes content = intent.bytes();
        return Either.sequenceRight(signatures.zipWithIndex((given, index) -> key(content, given, index)
                .map(key -> new Evidence(given.address(), key, given.signature()))));
    }

    /** The key that signed. If a managed key has this address, its authority must have signed, since the vault signs no intent. */
    private Either<IntentRefusal, String> key(Bytes content, SignedIntent.By given, int index) {
        IntentRefusal invalid = new IntentRefusal.SignatureInvalid(index, given.address());
        return managed.approval(given.address(), content, given.signature())
                .map(approval -> approval.mapLeft(problem -> switch (problem) {
                    case SESSION_ENDED -> new IntentRefusal.SessionOver(index);
                    case NO_MANAGED_SIGNER, NOT_BY_AUTHORITY, PAYLOAD_EXPIRED, SIGNER_HAS_APPROVAL -> invalid;
                }))
                .getOrElse(() -> given.signature().length() == Signature.LENGTH
                                && parts.signatures().check(given.address(), content, new Signature(given.signature())) == Verdict.VALID
                        ? Either.right(given.address().toString())
                        : Either.left(invalid));
    }

    /**
     * Adds the spent intent to the commit of its effect. The commit is refused if the nonce is spent meanwhile, so call this inside {@link
     * Repository#commit}, which then asks again.
     */
    public Either<IntentRefusal, Commit> spend(Commit commit, VerifiedIntent verified) {
        Intent intent = verified.intent;
        boolean isNamed = records.namesSpent(intent.account(), intent.nonce().toString());
        if (accepted.find(verified.id).isDefined()) {
            return Either.left(new IntentRefusal.Spent(intent.nonce()));
        }
        if (isNamed) {
            throw new JournalDamagedException("row intent " + verified.id + " is missing");
        }
        return Either.right(records.spend(
                accepted.begin(commit, verified.id, new Accepted(intent.content().canonical(), verified.by)),
                intent.account(),
                intent.nonce().toString(),
                intent.expiresAt()));
    }
}

package dev.mandate.engine.authority;

import dev.mandate.engine.journal.Repository.Decision;
import dev.mandate.engine.journal.TenantJournal;
import dev.mandate.engine.intent.ManagedAuthorities;
import dev.mandate.engine.limit.PolicyKey;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.authority.PolicySignerRepository.Voter;
import dev.mandate.engine.creation.AccountCreations;
import dev.mandate.engine.limit.EngineLimits;
import dev.mandate.engine.limit.UnlandedBuilds;
import dev.mandate.engine.submission.ManagedSigner;
import dev.mandate.engine.unlanded.KeyPurpose;
import dev.mandate.engine.unlanded.UnlandedKey;
import dev.mandate.engine.unlanded.UnlandedKeys;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.keys.ApprovalProblem;
import dev.mandate.ports.spi.keys.KmsPayload;
import dev.mandate.ports.spi.keys.SignerAuthority;
import dev.mandate.ports.spi.journal.Commit;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.SecureRandom;
import java.util.function.Function;

/** The keys that the engine holds for a tenant, and who decides what they sign. */
public final class Authorities implements ManagedAuthorities {

    private final TenantJournal journal;
    private final AuthorityPorts ports;
    private final IdentityRepository identities;
    private final ManagedKeyRepository keys;
    private final PolicySignerRepository policySigners;
    private final UnlandedKeys unlanded;
    private final ManagedSigning signing;

    public Authorities(TenantJournal journal, AuthorityPorts ports, EngineLimits limits) {
        this.journal = journal;
        this.ports = ports;
        this.identities = new IdentityRepository(journal, ports.ids());
        this.keys = new ManagedKeyRepository(journal);
        this.unlanded = new UnlandedKeys(journal);
        this.policySigners = new PolicySignerRepository(journal);
        this.signing = new ManagedSigning(journal, ports, identities, keys, limits, policySigners);
    }

    /** Keys and accounts of those who sign in by e-mail. */
    public IdentityAccounts accounts(AccountCreations creations) {
        return new IdentityAccounts(journal, identities, keys, ports.vault(), creations);
    }

    /** What sign-in by e-mail stands on; none if no mail can be sent. */
    public Option<EmailIdentities> email(AccountCreations creations, SecureRandom random) {
        return ports.email().map(email ->
                new EmailIdentities(journal, identities, accounts(creations), ports.keys(), email, random));
    }

    /**
     * Signs for the managed signers.
     *
     * @param rosters the signers of an account, as they are on the chain now
     */
    public ManagedSigner signer(Function<Address, Either<BuildRefusal, Agreed<Roster>>> rosters) {
        return signing.signer(rosters);
    }

    /** A payload for each managed signer of {@code unsigned}. */
    public Array<KmsPayload> payloads(Address account, UnsignedTransaction unsigned) {
        return signing.payloads(account, unsigned);
    }

    @Override
    public Option<Either<ApprovalProblem, String>> approval(Address signer, Bytes content, Bytes signature) {
        return signing.approval(signer, content, signature).map(one -> one.map(ApprovalRepository.Approved::by));
    }

    /** The authority of a managed signer of the tenant; none: its key is not managed here. */
    public Option<SignerAuthority> authorityOf(Address signer) {
        return keys.find(signer).map(ManagedKeyRepository.ManagedKey::authority);
    }

    @Override
    public Array<Address> policySigners(Address account) {
        return policySigners.find(account).map(Voter::address);
    }

    /** Makes {@code count} voters for an account; the same arguments get the same addresses. */
    public Either<VaultFault, Array<Address>> makePolicySigners(Address account, int count) {
        return Either.sequenceRight(Array.range(0, count)
                        .map(index -> id("policy-signer/" + journal.prefix() + account + "/" + index))
                        .map(id -> ports.vault().ensure(journal.tenant(), id).map(address -> new Voter(address, id))))
                .map(Array::ofAll)
                .peek(voters -> policySigners.name(account, voters))
                .map(voters -> voters.map(Voter::address));
    }

    /** Whether the vault holds the key of this address, for any tenant. */
    public boolean holds(Address address) {
        return keys.holds(address);
    }

    /** The policy key of the limit at this address, which waits for it to land. */
    public Either<BuildRefusal, PolicyKey> policyKey(UnlandedBuilds builds, AccountRef account, Address limit) {
        return waiting(builds, Option.some(account), new KeyPurpose.Limit(limit))
                .map(key -> new PolicyKey(key.id(), key.address().get()));
    }

    private Either<BuildRefusal, UnlandedKey> waiting(UnlandedBuilds builds, Option<AccountRef> account, KeyPurpose purpose) {
        return builds.reserve(account, purpose).flatMap(key -> ports.vault()
                .ensure(journal.tenant(), key.id())
                .<BuildRefusal>mapLeft(BuildRefusal.VaultSilent::new)
                .map(address -> builds.made(key, address)));
    }

    /**
     * The managed signer that is bound to a secp256k1 key, which waits for a transaction to land if it is not bound for good.
     *
     * @param account in which it is to sign; none: one that does not exist yet
     */
    public Either<BuildRefusal, Address> bindInBuild(
            UnlandedBuilds builds, Option<AccountRef> account, Secp256k1PublicKey key, IntentFormat format) {
        return keys.signerOf(boundKeyId(key, format))
                .map(Either::<BuildRefusal, Address>right)
                .getOrElse(() -> waiting(builds, account, new KeyPurpose.Signer(key, format)).map(made -> made.address().get()));
    }

    /** Binds a key for good that waits as a signer; none if none does. */
    private Option<Address> keep(KeyPurpose.Signer purpose) {
        return journal.<Option<Address>, Option<Address>>commit(() -> unlanded.all()
                        .find(key -> key.purpose().equals(purpose) && key.address().isDefined())
                        .<Option<Address>>toEither(Option::none)
                        .map(key -> new Decision<>(
                                unlanded.remove(bound(Commit.at(journal.clock().now()), key), purpose), key.address())))
                .fold(none -> none, kept -> kept);
    }

    /** Adds to a commit that the owner of a key that waited has it for good. */
    public Commit bound(Commit commit, UnlandedKey key) {
        return key.purpose() instanceof KeyPurpose.Signer(var owner, var format)
                ? keys.bindSigner(commit, key.address().get(), key.id(), boundKeyId(owner, format), new SignerAuthority.Secp256k1(owner, format))
                : commit;
    }

    private ManagedKeyId id(String named) {
        return new ManagedKeyId("key_" + Bytes.of(ports.ids().of(named).toArray(), 0, 16).toHex());
    }

    /** The managed signer that is bound to a secp256k1 key for good; the same arguments get the same address. */
    public Either<VaultFault, Address> bind(Secp256k1PublicKey key, IntentFormat format) {
        ManagedKeyId id = boundKeyId(key, format);
        Option<Address> known = keys.signerOf(id).orElse(() -> keep(new KeyPurpose.Signer(key, format)));
        return known.isDefined() ? Either.right(known.get()) : ports.vault()
                .ensure(journal.tenant(), id)
                .peek(signer -> keys.ensure(signer, id, new SignerAuthority.Secp256k1(key, format)));
    }

    /** The managed signer that is bound to a secp256k1 key already. */
    public Option<Address> bound(Secp256k1PublicKey key, IntentFormat format) {
        return keys.signerOf(boundKeyId(key, format)).orElse(() -> unlanded.all()
                .find(waiting -> waiting.purpose().equals(new KeyPurpose.Signer(key, format)))
                .flatMap(UnlandedKey::address));
    }

    private ManagedKeyId boundKeyId(Secp256k1PublicKey key, IntentFormat format) {
        return id("secp256k1/" + journal.prefix() + format + "/" + key);
    }
}

package dev.mandate.engine.authority;

import dev.mandate.domain.access.Caller;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.authority.IntentFormat;
import dev.mandate.domain.authority.ManagedKeyId;
import dev.mandate.domain.authority.Secp256k1PublicKey;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.engine.authority.ManagedKeyBook.ManagedKey;
import dev.mandate.engine.authority.PolicySignerBook.Voter;
import dev.mandate.engine.creation.AccountCreations;
import dev.mandate.engine.creation.CreationRecord;
import dev.mandate.engine.journal.RowPrefix;
import dev.mandate.engine.limit.EngineLimits;
import dev.mandate.engine.submission.ManagedSigner;
import dev.mandate.ports.authority.EmailAuthorities;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.journal.Journal;
import dev.mandate.ports.keys.ApprovalProblem;
import dev.mandate.ports.keys.KmsPayload;
import dev.mandate.ports.keys.SignerAuthority;
import dev.mandate.ports.keys.VaultFault;
import dev.mandate.ports.outbox.MessageHandler;
import dev.mandate.ports.program.UnsignedTransaction;
import dev.mandate.ports.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.security.SecureRandom;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The authorities of all tenants on one network.
 *
 * @param keys the managed signers
 * @param policySigners the engine's own voters
 * @param accounts keys and accounts of identities
 * @param signing what lets the vault sign
 */
public record NetworkAuthorities(
        Network network,
        AuthorityPorts ports,
        IdentityBook identities,
        ManagedKeyBook keys,
        PolicySignerBook policySigners,
        IdentityAccounts accounts,
        ManagedSigning signing,
        ServerClock clock,
        SecureRandom random) {

    public static NetworkAuthorities of(
            Network network,
            AuthorityPorts ports,
            Journal journal,
            AccountCreations creations,
            EngineLimits limits,
            ServerClock clock,
            SecureRandom random) {
        IdentityBook identities = new IdentityBook(journal, clock, ports.ids());
        ManagedKeyBook keys = new ManagedKeyBook(journal, clock);
        PolicySignerBook policySigners = new PolicySignerBook(journal, clock);
        return new NetworkAuthorities(
                network,
                ports,
                identities,
                keys,
                policySigners,
                new IdentityAccounts(identities, keys, ports.vault(), creations),
                new ManagedSigning(network, ports, identities, keys, new ApprovalBook(journal, clock), limits, policySigners, clock),
                clock,
                random);
    }

    /**
     * Sign-in by e-mail; none if no mail can be sent.
     *
     * @param await waits a short time for an account to be on the chain
     */
    public Option<EmailAuthorities> email(Caller caller, UnaryOperator<CreationRecord> await) {
        return ports.mail().map(mail -> new SignInByEmail(network, caller, this, await));
    }

    /** Mails one-time codes; none if no mail can be sent. */
    public Option<MessageHandler> mailWork() {
        return ports.mail().map(mail -> new CodeMailWork(identities, ports.codes(), mail, clock));
    }

    /**
     * Signs for the managed signers of a tenant.
     *
     * @param rosters the signers of an account, as they are on the chain now
     */
    public ManagedSigner signerOf(Tenant tenant, Function<Address, Either<BuildRefusal, Roster>> rosters) {
        return signing.of(tenant, rosters);
    }

    /** A payload for each managed signer of {@code unsigned}. */
    public Array<KmsPayload> payloads(Tenant tenant, Address account, UnsignedTransaction unsigned) {
        return signing.payloads(tenant, account, unsigned);
    }

    /**
     * The public key in hexadecimal of the session or secp256k1 key that signed {@code content} for a managed signer; none if the signer's key is not
     * managed here.
     */
    public Option<Either<ApprovalProblem, String>> approval(Tenant tenant, Address signer, Bytes content, Bytes signature) {
        return signing.approval(tenant, signer, content, signature).map(one -> one.map(ApprovalBook.Approved::by));
    }

    /** The authority of a managed signer of the tenant; none: its key is not managed here. */
    public Option<SignerAuthority> authorityOf(Tenant tenant, Address signer) {
        return keys.find(tenant, network, signer).map(ManagedKey::authority);
    }

    /** The addresses of the engine's voters for an account; they need not be its signers now. */
    public Array<Address> policySigners(Tenant tenant, Address account) {
        return policySigners.find(tenant, network, account).map(Voter::address);
    }

    /** Makes {@code count} voters for an account; the same arguments get the same addresses. */
    public Either<VaultFault, Array<Address>> makePolicySigners(Tenant tenant, Address account, int count) {
        return Either.sequenceRight(Array.range(0, count)
                        .map(index -> id("policy-signer/" + RowPrefix.of(tenant, network) + account + "/" + index))
                        .map(id -> ports.vault().ensure(tenant, id).map(address -> new Voter(address, id))))
                .map(Array::ofAll)
                .peek(voters -> policySigners.name(tenant, network, account, voters))
                .map(voters -> voters.map(Voter::address));
    }

    /** Whether the vault holds the key of this address, for any tenant. */
    public boolean holds(Address address) {
        return keys.holds(network, address);
    }

    /** The id of the policy key of the limit with this create key. */
    public ManagedKeyId policyKeyId(Tenant tenant, Address createKey) {
        return id("policy-key/" + RowPrefix.of(tenant, network) + createKey);
    }

    private ManagedKeyId id(String named) {
        return new ManagedKeyId("key_" + Bytes.of(ports.ids().of(named).toArray(), 0, 16).toHex());
    }

    /** The managed signer that is bound to a secp256k1 key; the same arguments get the same address. */
    public Either<VaultFault, Address> bind(Tenant tenant, Secp256k1PublicKey key, IntentFormat format) {
        ManagedKeyId id = boundKeyId(tenant, key, format);
        return ports.vault()
                .ensure(tenant, id)
                .peek(signer -> keys.ensure(network, signer, new ManagedKey(tenant, id, new SignerAuthority.Secp256k1(key, format))));
    }

    /** The managed signer that is bound to a secp256k1 key already. */
    public Option<Address> bound(Tenant tenant, Secp256k1PublicKey key, IntentFormat format) {
        return keys.signerOf(tenant, network, boundKeyId(tenant, key, format));
    }

    private ManagedKeyId boundKeyId(Tenant tenant, Secp256k1PublicKey key, IntentFormat format) {
        return id("secp256k1/" + RowPrefix.of(tenant, network) + format + "/" + key);
    }
}

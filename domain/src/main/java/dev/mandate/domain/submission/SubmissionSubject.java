package dev.mandate.domain.submission;

import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Network;

/**
 * The tenant, network and account of a submission.
 *
 * @param account that it acts on or creates
 */
public record SubmissionSubject(Tenant tenant, Network network, Address account) {}

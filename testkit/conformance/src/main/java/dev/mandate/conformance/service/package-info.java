/** A server over HTTP: requests, answers, and what reports never show of them. */
@NullMarked
package dev.mandate.conformance.service;

import org.jspecify.annotations.NullMarked;

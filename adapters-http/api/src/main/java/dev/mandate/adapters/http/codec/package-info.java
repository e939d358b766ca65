/** The interface's objects: how requests spell them, and how answers do. */
@NullMarked
package dev.mandate.adapters.http.codec;

import org.jspecify.annotations.NullMarked;

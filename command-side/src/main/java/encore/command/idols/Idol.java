package encore.command.idols;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.command.KnownMedia;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolPresentation;
import encore.kernel.idols.IdolProfile;
import encore.kernel.idols.IdolProfileBuilder;
import encore.kernel.idols.IdolType;
import encore.kernel.idols.IdolUid;
import encore.kernel.idols.IdolsCommand.AddIdol;
import encore.kernel.idols.IdolsCommand.ChangeIdol;
import encore.kernel.idols.IdolsCommand.PresentIdol;
import encore.kernel.idols.IdolsCommand.RemoveIdol;
import encore.kernel.idols.IdolsEvent.IdolAdded;
import encore.kernel.idols.IdolsEvent.IdolChanged;
import encore.kernel.idols.IdolsEvent.IdolPresented;
import encore.kernel.idols.IdolsEvent.IdolRemoved;
import encore.kernel.names.Blanks;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** An idol. Its name and its music_uid are unique in the account. */
@Aggregate
class Idol {

    @AggregateIdentifier
    private @Nullable IdolId id;

    private IdolProfile profile = IdolProfile.EMPTY;
    private IdolPresentation presentation = IdolPresentation.EMPTY;

    Idol() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    IdolUid decide(AddIdol command, Claims claims) {
        theUidIsFree();
        IdolType type = command.profile().musicUid() == null ? IdolType.OTHER : IdolType.ARTIST;
        IdolProfile added = Patch.of(command.profile())
                .applyTo(Patch.of(IdolProfileBuilder.builder().idolType(type).build())
                        .applyTo(IdolProfile.EMPTY));
        aNameHasLetters(IdolProfile.EMPTY, added);
        anArtistAloneHasAMusicUid(added);
        IdolClaims.move(null, IdolClaims.of(command.idol().account(), added), command.idol(), claims);
        apply(new IdolAdded(command.idol(), added));
        return new IdolUid(command.idol().uid());
    }

    @CommandHandler
    IdolUid decide(ChangeIdol command, Claims claims) {
        IdolProfile changed = command.change().applyTo(profile);
        aNameHasLetters(profile, changed);
        noMusicUidIsReplaced(changed);
        anArtistAloneHasAMusicUid(changed);
        if (!changed.equals(profile)) {
            long account = command.idol().account();
            IdolClaims.move(IdolClaims.of(account, profile), IdolClaims.of(account, changed), command.idol(), claims);
            apply(new IdolChanged(command.idol(), changed));
        }
        return new IdolUid(command.idol().uid());
    }

    @CommandHandler
    IdolUid decide(PresentIdol command, Streams streams) {
        KnownMedia.mustExist(
                command.idol().account(), command.change().given().mediaUid(), presentation.mediaUid(), streams);
        IdolPresentation changed = command.change().applyTo(presentation);
        if (!changed.equals(presentation)) {
            apply(new IdolPresented(command.idol(), changed));
        }
        return new IdolUid(command.idol().uid());
    }

    @CommandHandler
    IdolUid decide(RemoveIdol command, Claims claims) {
        IdolClaims.move(IdolClaims.of(command.idol().account(), profile), null, command.idol(), claims);
        apply(new IdolRemoved(command.idol()));
        return new IdolUid(command.idol().uid());
    }

    private void theUidIsFree() {
        if (id != null) {
            throw new Refusal(RULE, "idol-exists", "idol_uid", "An idol with this idol_uid exists.");
        }
    }

    private static void aNameHasLetters(IdolProfile before, IdolProfile after) {
        if (Blanks.isMissing(before.idolName(), after.idolName())) {
            throw new Refusal(RULE, "idol-name-missing", "idol_name", "An idol has a name.");
        }
    }

    private void noMusicUidIsReplaced(IdolProfile changed) {
        if (profile.musicUid() != null
                && changed.musicUid() != null
                && !changed.musicUid().equals(profile.musicUid())) {
            throw new Refusal(RULE, "another-music-uid", "music_uid", "The idol with this name has another music_uid.");
        }
    }

    private static void anArtistAloneHasAMusicUid(IdolProfile profile) {
        if (profile.idolType() == IdolType.ARTIST && profile.musicUid() == null) {
            throw new Refusal(RULE, "artist-without-music-uid", "music_uid", "An artist has a music_uid.");
        }
        if (profile.idolType() != IdolType.ARTIST && profile.musicUid() != null) {
            throw new Refusal(RULE, "music-uid-of-no-artist", "idol_type", "Only an artist has a music_uid.");
        }
    }

    @EventSourcingHandler
    void evolve(IdolAdded event) {
        id = event.idol();
        profile = event.profile();
    }

    @EventSourcingHandler
    void evolve(IdolChanged event) {
        profile = event.profile();
    }

    @EventSourcingHandler
    void evolve(IdolPresented event) {
        presentation = event.presentation();
    }
}

package encore.command.likings;

import static encore.kernel.Refusal.Kind.RULE;

import encore.command.lookups.FanBounds;
import encore.command.lookups.IdolByName;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.infra.eventstore.Dispatch;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.StreamId;
import encore.kernel.fans.FanCommand.FindOrRegisterFan;
import encore.kernel.fans.FanId;
import encore.kernel.fans.RegisteredFan;
import encore.kernel.identifiers.IdentifierName;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.idols.IdolId;
import encore.kernel.idols.IdolsCommand.FindOrAddIdol;
import encore.kernel.likings.IdolFan.NetworkIdentity;
import encore.kernel.likings.LikedIdols;
import encore.kernel.likings.LikingCommand.AddFanIdols;
import encore.kernel.likings.LikingCommand.DislikeIdol;
import encore.kernel.likings.LikingCommand.DislikeNamedIdol;
import encore.kernel.likings.LikingCommand.LikeAsIdentified;
import encore.kernel.likings.LikingCommand.LikeIdol;
import encore.kernel.likings.LikingCommand.LikeKnownIdol;
import encore.kernel.likings.LikingCommand.LikeNamedIdol;
import encore.kernel.likings.LikingCommand.RegisterFanWithIdols;
import encore.kernel.likings.LikingCommand.RemoveFanIdol;
import encore.kernel.likings.LikingsId;
import encore.kernel.likings.NamedIdol;
import java.util.List;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Finds idols by their names, and adds the missing ones, before a fan likes them. */
@Component
class IdolLikingHandler {

    @CommandHandler
    LikedIdols decide(LikeIdol command, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.stream().fan());
        streams.mustBeOpen(command.idol(), "idol_uid");
        return dispatch.sendLast(
                new AddFanIdols(command.stream(), List.of(command.idol().uid()), command.isExplicit()));
    }

    @CommandHandler
    LikedIdols decide(LikeNamedIdol command, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.stream().fan());
        String idol = findOrAddIdol(command.idol(), dispatch);
        return dispatch.sendLast(new AddFanIdols(command.stream(), List.of(idol), command.isExplicit()));
    }

    @CommandHandler
    LikedIdols decide(DislikeNamedIdol command, Streams streams, Claims claims, Dispatch dispatch) {
        streams.mustBeKnown(command.stream().fan());
        IdolId idol = theIdolIsKnown(command.stream().account(), command.idolName(), claims);
        return dispatch.sendLast(new RemoveFanIdol(command.stream(), idol.uid(), null));
    }

    @CommandHandler
    LikedIdols decide(LikeKnownIdol command, Streams streams, Claims claims, Dispatch dispatch) {
        streams.mustBeKnown(command.stream().fan());
        IdolId idol = theIdolIsKnown(command.stream().account(), command.idolName(), claims);
        return dispatch.sendLast(new AddFanIdols(command.stream(), List.of(idol.uid()), command.isExplicit()));
    }

    @CommandHandler
    LikedIdols decide(DislikeIdol command, Streams streams, Dispatch dispatch) {
        streams.mustBeKnown(command.stream().fan());
        streams.mustBeOpen(command.idol(), "idol_uid");
        return dispatch.sendLast(
                new RemoveFanIdol(command.stream(), command.idol().uid(), null));
    }

    private static IdolId theIdolIsKnown(long account, String name, Claims claims) {
        IdolId idol = IdolByName.find(account, name, claims);
        if (idol == null) {
            throw new Refusal(RULE, "unknown-idol", "idol_name", "No idol has this name.");
        }
        return idol;
    }

    @CommandHandler
    LikedIdols decide(RegisterFanWithIdols command, Claims claims, Streams streams, Dispatch dispatch) {
        FindOrRegisterFan given = command.fan();
        FanBounds.check(
                given.fan(),
                given.profile(),
                given.filling(),
                given.particulars().tags(),
                idolsOf(command, claims),
                claims,
                streams,
                dispatch);
        RegisteredFan fan = dispatch.send(command.fan());
        List<String> idols = command.idols().stream()
                .map(idol -> findOrAddIdol(idol, dispatch))
                .toList();
        var likings = new LikingsId(new FanId(command.stream().account(), fan.fanId()));
        return dispatch.sendLast(new AddFanIdols(likings, idols, command.isExplicit()));
    }

    /** Returns the uids of the idols; of those that do not exist yet, their names. */
    private static List<String> idolsOf(RegisterFanWithIdols command, Claims claims) {
        List<Claim> names = command.idols().stream()
                .map(idol -> IdolByName.claim(command.stream().account(), idol.idolName()))
                .toList();
        Map<Claim, String> owners = claims.ownersOf(names);
        return names.stream()
                .map(name -> {
                    String owner = owners.get(name);
                    return owner == null
                            ? name.value()
                            : StreamId.parse(IdolId.class, owner).uid();
                })
                .distinct()
                .toList();
    }

    @CommandHandler
    LikedIdols decide(LikeAsIdentified command, Streams streams, Claims claims, Dispatch dispatch) {
        FanId fan = findFan(command.stream().account(), command.who(), claims);
        if (fan == null || !streams.isOpen(fan)) {
            throw new Refusal(RULE, "unknown-user-key", "user_key", "No fan has this user_key on this network.");
        }
        List<String> idols = command.idols().stream()
                .map(idol -> findOrAddIdol(idol, dispatch))
                .toList();
        return dispatch.sendLast(new AddFanIdols(new LikingsId(fan), idols, command.isExplicit()));
    }

    private static @Nullable FanId findFan(long account, NetworkIdentity identified, Claims claims) {
        String claimed = IdentifierName.claimed(identified.network(), identified.userKey());
        String owner = claims.ownerOf(new Claim(IdentifierName.SPACE, account, claimed));
        return owner == null ? null : StreamId.parse(IdentifiersId.class, owner).fan();
    }

    private static String findOrAddIdol(NamedIdol idol, Dispatch dispatch) {
        return dispatch.send(new FindOrAddIdol(idol.idol(), idol.idolName())).idolUid();
    }
}

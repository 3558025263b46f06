package encore.command.imports;

import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.StreamId;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignName;
import encore.kernel.imports.ImportCommand.ReadNamedCampaigns;
import encore.kernel.imports.NamedCampaigns;
import encore.kernel.names.Blanks;
import java.util.List;
import java.util.stream.Collectors;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Finds campaigns by their names, as the decision about an activity does. */
@Component
class ReadNamedCampaignsHandler {

    @CommandHandler
    NamedCampaigns decide(ReadNamedCampaigns command, Claims claims) {
        long account = command.stream().account();
        List<Claim> names = command.titles().stream()
                .map(Blanks::trim)
                .distinct()
                .map(title -> new Claim(CampaignName.SPACE, account, CampaignName.claimed(title)))
                .toList();
        return new NamedCampaigns(claims.ownersOf(names).values().stream()
                .map(owner -> StreamId.parse(CampaignId.class, owner).number())
                .collect(Collectors.toSet()));
    }
}

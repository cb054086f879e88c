package language

func french() Table {
	return Table{
		Tag: "fr", Spaced: true, Elision: true,
		Function: `
			le la les l' un une des du de d' et ou mais si donc alors à au aux en dans par pour avec sans que qu'
			qui est sont était être c' ce cet cette ces il elle on nous vous je j' tu me m' te t' se s' mon ton son
			notre votre ne n' pas plus non oui ici là très tout aussi comme quand où quoi comment pourquoi parce y a
			ai as ont avons fait bien merci sur maintenant ok nos vos leurs mes tes ses faire depuis toujours jamais
			tous toutes`,
		Lead:   `s'il te plaît s' il te plaît stp svp merci de et donc alors maintenant aussi ok bon ben mais toujours jamais d'abord d' abord ensuite puis désormais oui ah`,
		Opener: `ok|bon|alors|donc|et|puis|ensuite|maintenant|sinon|au fait|autre sujet|autre chose|encore une chose|dernière chose|bonjour|salut|peux-tu|pourrais-tu|tu peux|s'il te plaît`,
		Cues: map[Cue]string{
			Always: `
				toujours|jamais|à chaque fois|chaque fois|systématiquement|sans exception|en aucun cas
				plus jamais|en toutes circonstances|tout le temps|pas plus|rien de plus|sans faute|arrête de
				arrête d'`,
			FromNow: `
				à partir de maintenant|dorénavant|désormais|à l' avenir|à partir d' aujourd'hui|dès maintenant
				par défaut|en règle générale|de manière générale|en général|la prochaine fois|nouvelle règle
				la règle|retiens que|retiens|souviens-toi|à compter de|pour la suite|pour l' avenir|ça vaut pour
				vaut pour|valable pour|s' applique à|à partir de cette|à partir de ce|dès demain
				jusqu' à nouvel ordre`,
			Every: `
				chaque|tout|tous|toutes|toute|rien|personne|aucun|aucune|n' importe|partout|uniquement
				exclusivement|seulement|peu importe|compris|toujours|tous les|toutes les|un * par|une * par
				même si|même pour|ne serait-ce`,
			Here: `
				dans ce repo|dans ce dépôt|dans ce projet|ce repo|ce dépôt|ce projet|pour ce projet
				dans ce code|dans ce service|dans ce paquet|notre repo|notre dépôt|notre projet
				dans cette base de code|chez nous|dans l' équipe|dans notre équipe|dans le projet
				dans le dépôt|dans cette appli|dans cette application|dans ce module|dans notre|dans la boîte
				dans l' entreprise|ici on|ici la|ici le|ici les`,
			Anywhere: `
				dans tous les projets|dans tous les repos|dans tous les dépôts|dans tous mes
				quel que soit le projet|quel que soit le dépôt|n' importe quel projet|n' importe quel dépôt
				partout|pas seulement ici|valable pour tout|valable partout|dans tous les langages
				sur tous les projets`,
			We: `
				on utilise|on n' utilise|nous utilisons|on écrit|on met|on ne met|on garde|on fait|on ne fait
				on préfère|on a convenu|on a décidé|notre convention|notre règle|notre style|notre norme
				la convention est|la convention c'|la règle est|la règle c'|est interdit|sont interdits
				est interdite|sont interdites|pas le droit|vont dans|va dans|se trouve dans|se trouvent dans
				vit dans|vivent dans|on ne touche|on n' écrit|on ne commit|chez nous on|ici on|c' est la règle
				c' est notre|c' est comme ça|on se sert|on nomme|on rédige|on teste|on documente|on passe par
				a sa place|n' a rien à faire|n' ont rien à faire|on ne * pas|on ne * jamais|on ne * plus
				on n' * pas|on n' * jamais|on ne * rien|tous nos|toutes nos|nos services|ici la|ici le|ici les
				^notre|^nos|chez nous|n' est pas une solution|n' est pas une option|passe avant|sans prévenir
				sans demander|sans accord`,
			Prefer: `
				je préfère|je préférerais|j' aime|j' aimerais|je n' aime|je déteste|je veux|je ne veux
				je voudrais|je souhaite|ça m' énerve|m' agace|me gêne|j' apprécierais|j' attends|marre de
				ras le bol|je ne supporte|plutôt que|me suffit|me suffisent|me convient|j' ai l' habitude
				personnellement|me stresse|je lis mieux|c' est plus lisible|j' adore|je trouve|me gênent
				m' énerve|m' énervent|m' agacent|me perd|ne me dit rien|plutôt qu'|je m' y perds|je me perds`,
			Forbid: `
				ne * pas|n' * pas|ne * jamais|n' * jamais|ne * plus|n' * plus|ne * rien|pas de|pas d'|jamais
				arrête|arrête de|évite|sans|aucun|aucune|plus de|interdit|interdite|interdits|hors de question
				surtout pas|ne touche|n' ajoute|ne me|ne le|ne la|ne les|pas besoin de|inutile de
				n' a rien à faire`,
			Require: `
				doit|doivent|dois|il faut|faut|assure-toi|obligatoire|devrait|devraient|pense à
				n' oublie|veille à|doit être|doivent être|nécessaire|respecte`,
			Please: `
				s' il te plaît|s' il vous plaît|stp|svp|merci de|peux-tu|pourrais-tu|tu peux|tu pourrais
				pouvez-vous|est-ce que tu peux|serait-il possible|aurais-tu|ça te dérange`,
			If: `
				si tu|avant de|avant d'|avant chaque|avant tout|après chaque|après avoir|quand tu
				quand on|dès que|à chaque|lorsque|sauf si|à moins que|jusqu' à ce que|tant que|en cas de
				dans le doute|sans demander|sans me demander|sans prévenir|demande-moi|demande avant
				préviens-moi|consulte-moi|par commit`,
			Instead: `au lieu de|au lieu d'|à la place|plutôt|plutôt que|et non|et pas|mais pas`,
			Reason: `
				parce que|parce qu'|car|puisque|pour que|afin que|sinon|trop lent|trop long|ça prend
				c' est du bruit|je peux lire|comme ça|c' est illisible|illisible`,
			Once: `
				cette fois|pour cette fois|juste cette fois|pour l' instant|pour le moment|aujourd'hui
				aujourd' hui|ce soir|ce matin|cet après-midi|temporairement|provisoirement|provisoire
				dans cette pr|dans ce pr|dans cette mr|sur cette branche|pour la démo|pour cette démo
				jusqu' à demain|jusqu' à vendredi|jusqu' à lundi|exceptionnellement|à titre exceptionnel
				une seule fois|juste ici|cette semaine|pas encore|dans ce cas|pour ce test|tout de suite
				en attendant|ce coup-ci|juste pour ce|pour la première|le temps de|pendant les|pendant le
				pendant la|durant|le temps des|ces jours-ci|cette nuit seulement|fais une exception
				dans ce commit|dans cette branche|pour cette version|pour cette migration|pour ce rapport
				pour cette page|pour ce ticket|jusqu' à mardi|jusqu' à mercredi|jusqu' à jeudi|jusqu' à samedi
				jusqu' à dimanche|d' ici demain|d' ici vendredi|ce mois-ci|pour commencer|dans un premier temps
				pour la release|d' un coup|à la va-vite`,
			Throwaway: `
				jetable|à jeter|vite fait|expérience|prototype|supprime-le après|tu pourras le supprimer
				juste pour tester|brouillon`,
			Later: `
				plus tard|demain|la semaine prochaine|un autre jour|un jour|lundi|dans une autre pr|autre pr
				je le ferai|je m' en occupe|prochain sprint|quelqu' un d' autre|en janvier|en février|en mars
				en avril|en mai|en juin|en juillet|en août|en septembre|en octobre|en novembre|en décembre
				le mois prochain|l' année prochaine|l' an prochain|au printemps|en été|en automne|en hiver
				à la rentrée|après les vacances|quand j' aurai|dès que j'|la prochaine version|à mon retour`,
			Correct: `
				^^non|^^faux|^^stop|^^attends|^^arrête|^^pas comme|^^pourquoi|^^mais pourquoi|^^hé
				^^euh|^^oh là|^^annule|pas comme ça|c' est faux|ce n' est pas|j' ai dit
				je n' ai pas demandé|je n' ai pas dit|je t' ai demandé|pourquoi as-tu|pourquoi tu|qui t' a
				qu' est-ce que tu fais|annule|reviens en arrière|trop long|trop longue|beaucoup trop
				tu as oublié|enlève ça|^^personne|^^doucement|^^dis donc|personne n' a
				je ne t' ai pas demandé|je ne t'|tu as encore|tu as ajouté|tu as changé|tu as modifié
				qu' est-ce que`,
			Refuse: `^non|^faux`,
			Again: `
				je t' ai déjà dit|déjà dit|je l' ai dit|je te l' ai|on en a déjà|comme je l' ai dit
				encore une fois|combien de fois|pour la deuxième fois|pour la troisième fois|je répète
				comme d' habitude|tu sais bien|rappel|tu as encore|encore des|encore un`,
			Revoke: `
				oublie ce que|oublie la règle|j' ai changé d' avis|changé d' avis|ne * plus|n' est plus
				l' ancienne règle|ancienne règle|n' est plus valable|obsolète|on a migré|on est passé
				on est passés|on abandonne|nouvelle convention|caduc|caduque`,
			Accept: `
				^bien|^très bien|^parfait|^super|^nickel|^génial|^merci|^ok|^oui|^d' accord|^d'accord|^ça marche
				^excellent|^exact|^c' est bon|^c'est bon|^impeccable|^top|^bravo|^voilà|^entendu|^ça me va
				ça me va|c' est bon|bon travail|merci beaucoup|merci|parfait|nickel|^bien vu|^tip top|^c' est ça
				^magnifique|^formidable|^splendide|^chouette|^épatant|^ouf|^hourra|^youpi|^chapeau|^extra
				^beau travail|^joli|^bien joué|^tout bon|^c' est parfait|^c' est super|^ça roule|^nice|^cool
				^ça fonctionne|^compris|^je vois|^logique|^adjugé|^vendu|^formid|^bonne nouvelle|^merci bien
				^mille mercis|^je prends|^ok bien|^c' est mieux|^bien mieux|^c' est bien|^c' est beau
				^c' est clair|^c' est bon sur|^se lit|^pile`,
			Works: `
				ça marche|fonctionne|ça fonctionne|c' est réglé|réglé|résolu|corrigé|tout est vert
				au vert|ça passe|passent|confirmé|ça s' affiche|marche maintenant|c' est bon maintenant
				ça tourne|ça roule|plus de doublon|plus d' erreur`,
			Reject: `
				ne marche pas|ne marche toujours pas|ne fonctionne pas|toujours pas|toujours la même
				même erreur|pire|encore pire|cassé|toujours cassé|rien n' a changé|rien changé|ça plante
				échoue encore|mauvais résultat|ne change rien|toujours le même|toujours pareil|pas mieux
				encore le|revient|persiste`,
			GiveUp: `
				laisse tomber|j' abandonne|on abandonne|je le ferai moi-même|je le fais moi-même|je regarderai
				annule tout|reviens en arrière|pas la peine|je dois y aller|tant pis|remets comme avant
				remets tout|retire tout|on laisse tomber|je laisse|on arrête là|on s' arrête là|arrêtons là
				annule ce que|on oublie|oublie ça|oublie tout`,
			PartWay: `
				le reste|pour aujourd'hui|ça suffit pour|assez pour aujourd'hui|pas aujourd'hui|à moitié
				en partie|on continue demain|on reprend demain|saute|plus tard|mais encore|mais il reste`,
			Next: `
				^ensuite|^prochaine|^suivant|^maintenant on|^maintenant le|^maintenant la|^maintenant les
				^autre chose|^une autre chose|^encore une chose|^dernière chose|^pour finir|^enfin|^passons
				^nouvelle tâche|^nouveau sujet|^autre sujet|^changeons|^après ça|^revenons|^de retour
				^pendant que|^au tour|^et aussi|^et puis|^autre point|^point suivant|^dernier point|^encore un
				^un autre|^une autre|^deuxième|^troisième|^nouveau ticket|^nouvelle demande|^tant que tu
				^le * maintenant$|^la * maintenant$|^les * maintenant$|^le * de * maintenant$
				^la * de * maintenant$|^et ça|^et voici|^puis ceci|^et maintenant|^on continue|^on enchaîne
				^on passe|^suite|^la suite|^au suivant|^attaquons|^on attaque`,
			Also:   `^aussi|^et|^au fait|^d' ailleurs|^en plus|^ah`,
			Commit: `commit|commite|committe|push|pousse|fusionne|publie|merge|tague`,
			GoOn:   `^oui|^vas-y|^fais-le|^continue|^d' accord|^ok|^allez|^go|^bien sûr`,
			Narrate: `
				hier|je mange toujours|je bois toujours|je ne mange jamais|mon chef|ma femme|mon mari|week-end
				weekend|haha|mdr|lol|plante toujours|échoue toujours|en vacances|un café|à déjeuner|la météo est
				j' ai passé|j' ai essayé|j' avais|je pensais|je devrais|a toujours|n' a jamais|paraît que
				il paraît|apparemment|la semaine dernière`,
			Hedge: `
				pas sûr|pas sûre|non testé|pas testé|pas vérifié|je n' ai pas pu|impossible de vérifier
				peut-être|probablement|je pense|je crois|devrait marcher|devrait fonctionner|reste à faire
				non vérifié|je n' ai pas accès|pas d' accès|pas vérifiable|je ne peux pas vérifier
				je ne sais pas|pas essayé|pas exécuté|pas lancé|je n' ai pas|je ne peux|je n' ai pu|je testerai
				je vais tester|je vérifierai|je verrai|on verra|j' essaierai|j' essaie ce soir|à vérifier`,
			ForYou: `
				pour toi|tu ne peux pas|tu peux|tu dois|c' est à moi|je m' en charge|c' est mon
				ton travail`,
			Spec: `
				le bouton|la page|l' endpoint|le serveur doit|la réponse|renvoie|au maximum|au plus
				au moins|secondes|timeout|valeur par défaut`,
			Permit: `
				pas grave|peu importe|pas besoin|ce n' est pas nécessaire|pas de souci|pas de problème
				tu peux|c' est bon|pas pressé|ne t' inquiète|pas mal|aucune idée`,
			Back: `ça|cela|ceci|pareil|idem`,
			Conduct: `
				réponse|réponses|résumé|résumés|explication|explications|question|questions|demande
				demande-moi|dis-moi|préviens-moi|montre-moi|devine|deviner|terminé|commit|commits|push
				pousse|commentaires|dépendance|dépendances|mots de passe|identifiants|plan|diff|emojis`,
			Tell: `
				au fait|pour info|à noter|petit détail|une remarque|remarque|note que|sache que
				une chose|une demande|petite précision`,
			Almost: `mieux|presque|en partie|à peu près`,
			Bye: `
				à demain|à plus|à bientôt|bonne soirée|bon week-end|bonne nuit|au revoir|j' y vais|je file
				fini pour aujourd'hui|c' est tout|à lundi|bonne journée`,
			Lacks: `
				pas encore|reste|restent|manque|manquent|pas fait|pas faite|incomplet|toujours pas|sauf|à moitié
				en suspens|pas terminé|pas fini|pas pris en charge|pas géré|à faire|pas touché|il y a encore
				ne marche pas|ne fonctionne pas`,
			Denies: `pas|sans|seulement|aucun|aucune|rien|sauf|plus`,
			Verb: `
				^utilise|^écris|^fais|^mets|^ajoute|^garde|^laisse|^montre|^dis|^demande
				^demande-moi|^donne|^donne-moi|^déplace|^renomme|^enlève|^retire|^supprime|^efface
				^corrige|^vérifie|^teste|^appelle|^nomme|^formate|^documente|^renvoie|^évite|^reste
				^suis|^pousse|^ouvre|^ferme|^crée|^construis|^déploie|^installe|^change|^remplace
				^extrais|^nettoie|^refactorise|^implémente|^explique|^liste|^résume|^réponds|^inclus
				^exclus|^ignore|^lance|^exécute|^regarde|^cherche|^lis|^commence|^arrête|^saute
				^prends|^annule|^fusionne|^sépare|^découpe|^journalise|^préviens|^préviens-moi|^attends
				^confirme|^ne|^n'|^respecte|^pense|^veille|^passe|^branche|^répare|^traduis|^commite
				^ajuste|^modifie|^réduis|^réécris`,
			Report: `
				ont été|a été|est déployé|sont déployés|sont tous revenus|sont toutes revenues
				sont tous migrés|sont toutes migrées|est vert sur|sont verts sur|est mort|est morte
				aucune erreur|personne ne le lit|jamais dit|merci d' avoir|merci pour`,
			Topic: `
				commit|commits|message|messages|push|merge|branche|branches|pr|prs|revue|diff
				diffs|changelog|test|tests|mocks|linter|formatage|commentaire|commentaires
				documentation|doc|readme|réponse|réponses|résumé|résumés|explication|explications
				question|questions|dépendance|dépendances|paquet|paquets|bibliothèque|bibliothèques
				librairie|librairies|import|imports|nom|noms|variables|erreur|erreurs|exceptions|log
				logs|journaux|mots de passe|identifiants|secrets|clés|jeton|jetons|token|tokens|date
				dates|fuseau|français|anglais|tabulations|espaces|fonction|fonctions|types|refactoring
				fichier|fichiers|dossier|migration|migrations|schéma|index|requêtes|release
				déploiement|déploiements|production|staging|base de données|ci|pipeline|code|style
				version|versions|plan|script|scripts|commande|commandes|configuration|emojis|emoji
				api|libellés|libellé|textes|texte|accents|caisse|montants|colonnes|températures
				décimale|degrés|unités|capteurs|lignes|ligne|abréviations|services|branche principale`,
		},
	}
}
